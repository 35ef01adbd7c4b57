import { sql } from "kysely";
import { recordNumber, recordNumberInMatter } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { titleOf } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";

/** A record's number as people quote it; those of a matter are counted there. */
export const numberOf = (register: Register, { number, matter_id: matter }: Pick<RecordRow, "number" | "matter_id">) =>
  matter === null ? recordNumber(register, number) : recordNumberInMatter(register, number);

/** The matter of each record, and the ordinary record that it is about. */
export async function readMatters(tx: Tx, register: Register, rows: readonly RecordRow[]) {
  const none = { matter: null, about: null };
  if (rows.every(({ matter_id: matter }) => matter === null)) return () => none;
  const { rows: found } = await sql<{
    id: string;
    matter: string;
    name: string;
    about: number | null;
    fields: RecordFields;
  }>`
    SELECT r.id, m.id AS matter, m.name, a.number AS about, a.fields FROM app.records r
    JOIN app.matters m ON m.company_id = r.company_id AND m.id = r.matter_id
    LEFT JOIN app.records a ON a.company_id = r.company_id AND a.id = r.about_id
    WHERE r.id = ANY (${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ({ id, about_id: aboutId }: RecordRow) => {
    const row = byId.get(id);
    if (!row) return none;
    const about =
      aboutId === null || row.about === null
        ? null
        : { id: aboutId, number: recordNumber(register, row.about), title: titleOf(register, row.fields) };
    return { matter: { id: row.matter, name: row.name }, about };
  };
}
