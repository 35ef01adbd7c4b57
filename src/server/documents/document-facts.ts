import { z } from "zod";
import { asksOf, controls } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import type { DocumentInControl } from "#domain/control-status.ts";
import { documentState } from "#domain/documents/document-state.ts";
import type { DocumentFiling } from "#domain/documents/document-state.ts";
import { decisionThatHolds } from "#domain/scope.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** What app.document_facts answers; times are text. */
export const documentFacts = z.object({
  filings: z.array(
    z.object({
      document_id: z.string(),
      number: z.number(),
      covers_from: z.string(),
      covers_to: z.string(),
      filed_at: z.string(),
      ledger_index: z.number(),
      accepted: z.boolean().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  decisions: z.array(
    z.object({
      document_id: z.string(),
      declared: z.boolean(),
      until: z.string().nullable(),
      ledger_index: z.number(),
    }),
  ),
});

export type DocumentFacts = z.output<typeof documentFacts>;

interface Among {
  /** As the ledger's first entries say. */
  readonly size?: number | undefined;
  /** As was known then. */
  readonly until?: Date | undefined;
  /** The exhibits that a judgement may rest on. */
  readonly among?: ReadonlySet<number> | undefined;
}

/** What decides how a company's expected documents stand, as the caller may read it. */
export async function readDocumentFacts(tx: Tx, companyId: string, { size, until, among }: Among = {}) {
  const facts = documentFacts.parse(
    await callFunction(tx, "app.document_facts", [companyId, size ?? null, until ?? null]),
  );
  return { ...facts, filings: facts.filings.filter(({ number }) => !among || among.has(number)) };
}

/** The frameworks that the company's projects work with. */
export async function readFrameworks(tx: Tx): Promise<FrameworkKey[]> {
  return (await callFunction(tx, "app.frameworks_asked", [])) as FrameworkKey[];
}

type Filing = DocumentFiling & { readonly number: number; readonly filedAt: Date };

/** How each document that the library expects of such a company stands at `now`, by control. */
export function documentsOf(
  { filings, decisions }: DocumentFacts,
  frameworks: readonly FrameworkKey[],
  now: Date,
): ReadonlyMap<string, readonly DocumentInControl[]> {
  const byDocument = Map.groupBy(filings, (row) => row.document_id);
  return new Map(
    controls.map((control) => [
      control.id,
      control.expectedEvidence
        .filter((document) => asksOf(document, frameworks))
        .map(({ id, title, type, validForDays }): DocumentInControl => {
          const decision = decisionThatHolds(
            decisions
              .filter((one) => one.document_id === id)
              .map(({ ledger_index: ledgerIndex, ...one }) => ({ ...one, ledgerIndex })),
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

const filingOf = (row: DocumentFacts["filings"][number]): Filing => ({
  from: row.covers_from,
  to: row.covers_to,
  ledgerIndex: row.ledger_index,
  review: row.accepted === null ? null : { accepted: row.accepted, reason: row.reason ?? "" },
  number: row.number,
  filedAt: new Date(row.filed_at),
});
