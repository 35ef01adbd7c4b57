import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { sayEarlier } from "#domain/incidents/discovery.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { countedFrom, recordColumns } from "./record-row.ts";
import type { PresentedRecord, RecordRow } from "./record-row.ts";
import { mayIn } from "./rights.ts";

/** More than one incident is told of; those that fall due first come first. */
const MOST = 200;

/**
 * The deadlines of a record, from its fields and those of the records that it leads to, or may have to; null where its register has none.
 * What the caller may not read is left out.
 */
export async function readDeadlines(
  tx: Tx,
  { companyId, role }: Pick<Caller, "companyId" | "role">,
  register: Register,
  { id, fields, links }: Pick<PresentedRecord, "id" | "fields" | "links">,
  now: Date,
) {
  const { clocks } = register;
  if (!clocks) return null;
  const { title, through, besides } = clocks;
  const to = findRegister(register.fields[through]?.to ?? "");
  const ids = links.flatMap(({ field, target }) => (field === through ? [target] : []));
  const { rows: kept } = await sql<RecordRow>`SELECT ${recordColumns} FROM app.records r
    WHERE r.company_id = ${companyId} AND r.id = ${id}`.execute(tx);
  const earlier = kept[0] && countedFrom(kept[0]);
  const own = { ...(fields as RecordFields), ...(earlier !== undefined && { discoveredAt: earlier }) };
  const read = async (where: RawBuilder<unknown>) => {
    if (!to || !mayIn(to, "read", role)) return [];
    const { rows } = await sql<{
      fields: RecordFields;
    }>`SELECT r.fields FROM app.records r WHERE r.company_id = ${companyId}
      AND r.register = ${to.key} AND r.ended_at IS NULL AND ${where} LIMIT ${MOST}`.execute(tx);
    return rows.map((row) => row.fields);
  };
  const linked = ids.length > 0 ? await read(sql`r.id = ANY (${ids}::uuid[]) ORDER BY r.number`) : [];
  const others = besides?.when(own)
    ? await read(sql`r.id <> ALL (${ids}::uuid[]) AND r.fields ->> ${besides.field} = ANY (${[...besides.is]}::text[])
        AND r.fields ->> ${besides.needs} IS NOT NULL
        AND coalesce(r.fields ->> ${besides.endsOn} >= ${now.toISOString().slice(0, 10)}, true)
        ORDER BY (r.fields ->> ${besides.needs})::numeric, r.number`)
    : [];
  const note = earlier === undefined ? null : sayEarlier(earlier);
  return { title: title(own), note, clocks: clocks.of(own, linked, others).map((clock) => ({ ...clock, done: null })) };
}
