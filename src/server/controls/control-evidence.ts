import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { EvidenceType } from "#catalog/types.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";

interface FiledRow {
  id: string;
  number: number;
  name: string;
  type: EvidenceType;
  source: string;
  collected_at: Date;
  valid_until: Date;
  superseded_by: number | null;
}

/** Items filed under a control, newest first, from a number downwards. Reads no more than it answers with. */
export async function pageOfControl(
  tx: Tx,
  companyId: string,
  controlId: string,
  { before, limit, now }: { before?: number | undefined; limit: number; now: Date },
) {
  const older = before === undefined ? sql`` : sql`AND c.number < ${before}`;
  const rows = await readFiled(tx, companyId, controlId, sql`${older} ORDER BY c.number DESC LIMIT ${limit}`);
  return rows.map((row) => presentFiled(row, now));
}

async function readFiled(tx: Tx, companyId: string, controlId: string, which: RawBuilder<unknown>) {
  // The links are chosen first, by an index of their own: there may be a million of them.
  const { rows } = await sql<FiledRow>`SELECT e.id, e.number, e.name, e.type, e.source, e.collected_at, k.valid_until,
      k.superseded_by
    FROM (SELECT c.evidence_id, c.number, c.valid_until, c.superseded_by FROM app.evidence_controls c
      WHERE c.company_id = ${companyId} AND c.control_id = ${controlId} ${which}) k
    JOIN app.evidence e ON e.company_id = ${companyId} AND e.id = k.evidence_id ORDER BY k.number DESC`.execute(tx);
  return rows;
}

function presentFiled(row: FiledRow, now: Date) {
  return {
    id: row.id,
    exhibit: formatExhibitNumber(row.number),
    name: row.name,
    type: row.type,
    source: row.source,
    collectedAt: row.collected_at.toISOString(),
    validUntil: row.valid_until.toISOString(),
    state: stateOf(row, now),
  };
}

function stateOf(row: FiledRow, now: Date): "current" | "expired" | "superseded" {
  if (row.superseded_by !== null) return "superseded";
  return row.valid_until > now ? "current" : "expired";
}

/** The SHA-256 of these exhibits' files in hex, by their numbers, as far as the caller may read them. */
export async function hashesOf(
  tx: Tx,
  companyId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ number: number; sha256: string }>`
    SELECT e.number, encode(e.sha256, 'hex') AS sha256 FROM app.evidence e
    WHERE e.company_id = ${companyId} AND e.number = ANY (${numbers}::bigint[])`.execute(tx);
  return new Map(rows.map(({ number, sha256 }) => [number, sha256]));
}
