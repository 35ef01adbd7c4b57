import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
import { resultsOfAKind } from "#contract/search.ts";
import { likePattern } from "#domain/like-pattern.ts";
import type { Register } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { presentRecords } from "../registers/record-rows.ts";
import { recordColumns } from "../registers/record-row.ts";
import type { RecordRow } from "../registers/record-row.ts";
import { mayIn } from "../registers/rights.ts";

const NUMBER = /^([a-z]+)-(\d{1,9})$/i;

/** Records of the registers that the caller may read, by their number or by what names them; those that have not ended first. */
export async function findRecords(tx: Tx, caller: Caller, text: string, now: Date) {
  const readable = registers.filter((register) => mayIn(register, "read", caller.role));
  const [, prefix = "", number] = NUMBER.exec(text.trim()) ?? [];
  const numbered = readable.filter((register) => number !== undefined && register.prefix === prefix.toUpperCase());
  const ofThese = (some: readonly Register[]) => some.map(({ key }) => key);
  const named = functionOf("app.find_records", [ofThese(readable), likePattern(text), resultsOfAKind]);
  const { rows } = await sql<RecordRow & { register: string }>`SELECT ${recordColumns}, r.register FROM app.records r
    WHERE r.company_id = ${caller.companyId} AND r.id = ANY (ARRAY(SELECT ${named})
      || ARRAY(SELECT n.id FROM app.records n WHERE n.company_id = ${caller.companyId}
        AND n.register = ANY (${ofThese(numbered)}::text[]) AND n.number = ${Number(number ?? 0)}::bigint))
    ORDER BY r.ended_at IS NOT NULL, r.number DESC LIMIT ${resultsOfAKind}`.execute(tx);
  const found = await atOnce(...readable.map((register) => present(tx, register, rows, caller, now)));
  return found.flat().toSorted((a, b) => Number(a.ended) - Number(b.ended));
}

async function present(
  tx: Tx,
  register: Register,
  rows: readonly (RecordRow & { readonly register: string })[],
  caller: Caller,
  now: Date,
) {
  const own = rows.filter((row) => row.register === register.key);
  const records = await presentRecords(tx, register, own, caller, now);
  return records.map(({ id, number, title, ended }) => ({
    id,
    number,
    title,
    register: register.key,
    label: register.label,
    ended: ended !== null,
  }));
}
