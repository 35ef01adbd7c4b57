import { sql } from "kysely";
import { applyFields } from "#domain/registers/record-changes.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import type { RecordRow } from "./record-row.ts";

/** What an ended record said before, where its end came with a last day. */
export async function beforeItsEnd(tx: Tx, companyId: string, row: RecordRow): Promise<RecordFields | undefined> {
  const { rows } = await sql<{ changes: readonly FieldChange[] }>`SELECT c.changes FROM app.record_changes c
    WHERE c.company_id = ${companyId} AND c.record_id = ${row.id} AND c.kind = 'ended' ORDER BY c.version DESC LIMIT 1`.execute(
    tx,
  );
  const changes = rows[0]?.changes ?? [];
  if (changes.length === 0) return undefined;
  return applyFields(row.fields, Object.fromEntries(changes.map(({ field, before }) => [field, before])));
}
