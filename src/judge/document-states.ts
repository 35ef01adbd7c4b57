import { asksOf, controls } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import type { DocumentInControl } from "#domain/control-status.ts";
import { documentState } from "#domain/documents/document-state.ts";
import type { DocumentFiling } from "#domain/documents/document-state.ts";
import type { ControlsInput, FilingInput } from "#domain/judge/contract.ts";
import { decisionThatHolds } from "#domain/scope.ts";

/** What decides how expected documents stand: filings with their reviews, and decisions that a document does not apply. */
export type DocumentFacts = Pick<ControlsInput, "filings" | "documentDecisions">;

type Filing = DocumentFiling & { readonly number: number; readonly filedAt: Date };

/** How each document that the library expects of such a company stands at `now`, by control. */
export function documentsOf(
  { filings, documentDecisions }: DocumentFacts,
  frameworks: readonly FrameworkKey[],
  now: Date,
): ReadonlyMap<string, readonly DocumentInControl[]> {
  const byDocument = Map.groupBy(filings, ({ document }) => document);
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
          const found = documentState({ validForDays, filings: filed, notApplicable: decision !== undefined }, now);
          const until = found.until ?? decision?.until ?? null;
          return {
            documentId: id,
            title,
            type,
            state: found.state,
            reason: found.state === "returned" ? (found.filing.review?.reason ?? "") : "",
            endsAt: until === null ? null : endOfDay(until),
            number: found.filing?.number ?? null,
            filedAt: found.filing?.filedAt ?? null,
          };
        }),
    ]),
  );
}

const filingOf = ({ from, to, ledgerIndex, accepted, reason, number, filedAt }: FilingInput): Filing => ({
  from,
  to,
  ledgerIndex,
  review: accepted === null ? null : { accepted, reason: reason ?? "" },
  number,
  filedAt: new Date(filedAt),
});
