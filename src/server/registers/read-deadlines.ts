import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { PresentedRecord } from "./record-row.ts";
import { mayIn } from "./rights.ts";

/** The deadlines of a record, from its fields and those of the records that it leads to; null where its register has none. */
export async function readDeadlines(
  tx: Tx,
  { companyId, role }: Pick<Caller, "companyId" | "role">,
  register: Register,
  { fields, links }: Pick<PresentedRecord, "fields" | "links">,
) {
  const { clocks } = register;
  if (!clocks) return null;
  const { title, through } = clocks;
  const to = findRegister(register.fields[through]?.to ?? "");
  const ids = links.flatMap(({ field, target }) => (field === through ? [target] : []));
  const { rows } =
    to && mayIn(to, "read", role) && ids.length > 0
      ? await sql<{ fields: RecordFields }>`SELECT r.fields FROM app.records r WHERE r.company_id = ${companyId}
          AND r.register = ${to.key} AND r.id = ANY (${ids}::uuid[]) AND r.ended_at IS NULL ORDER BY r.number`.execute(
          tx,
        )
      : { rows: [] };
  const [own, linked] = [fields as RecordFields, rows.map((row) => row.fields)];
  return { title: title(own), clocks: clocks.of(own, linked).map((clock) => ({ ...clock })) };
}
