import { asksOf, controls } from "#catalog/index.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { findReceived } from "#catalog/received.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { countsUntil } from "#domain/alone.ts";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import type { DocumentAnswer } from "#domain/documents/document-answer.ts";
import type { DocumentInControl } from "#domain/control-status.ts";
import { documentStanding } from "#domain/documents/document-standing.ts";
import type { DocumentFiling } from "#domain/documents/document-state.ts";
import type { ControlsInput, FilingInput } from "#domain/judge/contract.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import { decisionThatHolds } from "#domain/scope.ts";
import type { Result } from "./check-states.ts";

/** What decides how expected documents stand: filings with their reviews, and decisions that a document does not apply. */
export type DocumentFacts = Pick<ControlsInput, "filings" | "documentDecisions">;

type Filing = DocumentFiling & { readonly number: number; readonly filedAt: Date };

/** How each document that the library expects of such a company stands at `now`, by control. Of `results` it takes what registers say. */
export function documentsOf(
  { filings, documentDecisions }: DocumentFacts,
  results: readonly Result[],
  frameworks: readonly FrameworkKey[],
  now: Date,
): ReadonlyMap<string, readonly DocumentInControl[]> {
  const byDocument = Map.groupBy(filings, ({ document }) => document);
  const answers = documentAnswers(results);
  return new Map(
    controls.map((control) => [
      control.id,
      control.expectedEvidence
        .filter((document) => asksOf(document, frameworks))
        .map(({ id, title, type, validForDays }): DocumentInControl => {
          const decision = decisionThatHolds(
            documentDecisions.filter(({ document }) => document === id),
            now,
          );
          const filed = (byDocument.get(id) ?? []).map(filingOf);
          const answer = answers.get(id) ?? null;
          const facts = { validForDays, filings: filed, notApplicable: decision ?? null, answer };
          const { state, filing, answer: said, endsAt, reason, alone, by } = documentStanding(facts, now);
          return {
            documentId: id,
            title,
            type,
            state,
            reason,
            ...(alone && { alone }),
            endsAt,
            by,
            number: filing?.number ?? said?.number ?? null,
            filedAt: filing?.filedAt ?? said?.observedAt ?? null,
          };
        }),
    ]),
  );
}

/** What registers say of expected documents. Nothing else answers one. */
export function documentAnswers(results: readonly Result[]): ReadonlyMap<string, DocumentAnswer> {
  return new Map(
    results.flatMap(({ checkId, aspect, source, outcome, reason, number, observedAt, validUntil }) =>
      aspect === DOCUMENT_ASPECT && source === REGISTERS && outcome !== "not applicable"
        ? [[checkId, { kind: kindOf(checkId), outcome, reason, number, observedAt, validUntil }] as const]
        : [],
    ),
  );
}

const kindOf = (document: string): DocumentAnswer["kind"] =>
  findPrinted(document) ? "printed" : findReceived(document) ? "received" : "policy";

const filingOf = ({ from, to, ledgerIndex, number, filedAt, printed, ...filing }: FilingInput): Filing => ({
  from,
  to,
  ledgerIndex,
  review: reviewOf(filing),
  number,
  filedAt: new Date(filedAt),
  printed,
});

function reviewOf({ accepted, reason, own, anotherSince }: Reviewed): DocumentFiling["review"] {
  if (accepted === null) return null;
  return { accepted, reason: reason ?? "", own, ...(own && { ownUntil: countsUntil(anotherSince) }) };
}

type Reviewed = Pick<FilingInput, "accepted" | "reason" | "own" | "anotherSince">;
