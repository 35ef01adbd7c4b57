import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { RecordState } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { keptTitle, recordColumns } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";
import { stateOf } from "./record-rows.ts";

/** So many records that lead to one are listed, the newest of each register first. */
export const listedLinkedFrom = 100;

/** A record that leads to another. */
interface LinkedFrom {
  readonly register: string;
  /** The register and the field, as people read them. */
  readonly label: string;
  readonly field: string;
  readonly recordId: string;
  readonly number: string;
  readonly title: string;
  readonly state: RecordState;
}

/**
 * The records of registers that lead to a record, as far as the caller may read them: the database hides the others, and those of
 * matters. `more` counts those beyond the first 100.
 */
export async function readLinkedFrom(
  tx: Tx,
  companyId: string,
  recordId: string,
): Promise<{ readonly records: LinkedFrom[]; readonly more: number }> {
  const { rows } = await sql<RecordRow & { register: string; field: string; title: string; total: number }>`
    WITH found AS (SELECT l.register, l.field, l.record_id FROM app.record_links l
        WHERE l.company_id = ${companyId} AND l.matter_id IS NULL AND l.person_id = ${recordId}
      UNION SELECT l.register, l.field, l.record_id FROM app.record_links l
        WHERE l.company_id = ${companyId} AND l.matter_id IS NULL AND l.target_id = ${recordId})
    SELECT f.register, f.field, n.title, (count(*) OVER ())::integer AS total, ${recordColumns} FROM found f
    JOIN app.records r ON r.company_id = ${companyId} AND r.id = f.record_id
    JOIN app.record_names n ON n.company_id = r.company_id AND n.record_id = r.id
    ORDER BY f.register, f.field, (r.ended_at IS NOT NULL), r.number DESC LIMIT ${listedLinkedFrom}`.execute(tx);
  const records = rows.flatMap((row): LinkedFrom[] => {
    const register = findRegister(row.register);
    if (!register) return [];
    return [
      {
        register: register.key,
        label: register.label,
        field: register.fields[row.field]?.label ?? row.field,
        recordId: row.id,
        number: recordNumber(register, Number(row.number)),
        title: keptTitle(register, row.fields, row.title),
        state: stateOf(register, row),
      },
    ];
  });
  return { records, more: Math.max(0, (rows[0]?.total ?? 0) - listedLinkedFrom) };
}
