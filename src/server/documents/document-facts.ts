import { z } from "zod";
import type { FrameworkKey } from "#catalog/types.ts";
import type { DocumentFacts } from "#judge/document-states.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

/** What app.document_facts answers, as documents are judged from it. */
export const documentFacts = z
  .object({
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
        printed: z.boolean(),
        own: z.boolean(),
        another_since: z.string().nullable(),
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
  })
  .transform(({ filings, decisions }): DocumentFacts => ({
    filings: filings.map(({ number, accepted, reason, printed, own, another_since: anotherSince, ...row }) => ({
      document: row.document_id,
      number,
      from: row.covers_from,
      to: row.covers_to,
      filedAt: new Date(row.filed_at).toISOString(),
      ledgerIndex: row.ledger_index,
      accepted,
      reason,
      printed,
      own,
      anotherSince: own && anotherSince !== null ? new Date(anotherSince).toISOString() : null,
    })),
    documentDecisions: decisions.map(({ declared, until, ...row }) => ({
      document: row.document_id,
      declared,
      until,
      ledgerIndex: row.ledger_index,
    })),
  }));

interface Among {
  /** Whoever could review within the month before it could. */
  readonly now: Date;
  /** As the ledger's first entries say. */
  readonly size?: number | undefined;
  /** As was known then. */
  readonly until?: Date | undefined;
  /** The exhibits that a judgement may rest on. */
  readonly among?: ReadonlySet<number> | undefined;
}

/** What decides how a company's expected documents stand, as the caller may read it. */
export async function readDocumentFacts(tx: Tx, companyId: string, { now, size, until, among }: Among) {
  const facts = documentFacts.parse(
    await callFunction(tx, "app.document_facts", [companyId, size ?? null, until ?? null, now]),
  );
  return { ...facts, filings: facts.filings.filter(({ number }) => !among || among.has(number)) };
}

/** The frameworks that the company's projects work with. */
export async function readFrameworks(tx: Tx): Promise<FrameworkKey[]> {
  return (await callFunction(tx, "app.frameworks_asked", [])) as FrameworkKey[];
}
