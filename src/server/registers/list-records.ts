import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { likePattern } from "#domain/like-pattern.ts";
import type { Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { presentRecords, recordColumns, titleValue } from "./record-rows.ts";
import type { RecordRow } from "./record-rows.ts";

type Asked = z.output<typeof contract.registers.records.input>;

/** Where a page ends: the value that it is sorted by, as the database writes it, and the record's number. */
type Place = readonly [value: string, number: number];

/** One page of a register's records. Refuses `record-sort` for a field that has no order or does not exist. */
export async function listRecords(tx: Tx, register: Register, asked: Asked, caller: Caller, now: Date) {
  const { sort, direction, limit, after } = asked;
  const { value, type, isText = false } = sortedBy(register, sort);
  const place = after === undefined ? undefined : readPlace(after, isText);
  const where = conditionOf(register, asked);
  const [beyond, order] = direction === "up" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const onward = place ? sql`WHERE (f.value, f.number) ${beyond} (${place[0]}::${type}, ${place[1]}::bigint)` : sql``;
  // What is searched is looked through once, for the page and for how many there are.
  const { rows: answered } = await sql<{ total: number } & ((RecordRow & { place: string }) | { id: null })>`
    WITH found AS MATERIALIZED (SELECT r.id, r.number, ${value} AS value FROM app.records r WHERE ${where}),
      page AS (SELECT f.* FROM found f ${onward} ORDER BY f.value ${order}, f.number ${order} LIMIT ${limit + 1})
    SELECT t.total, p.place, ${recordColumns} FROM (SELECT count(*)::integer AS total FROM found) t
    LEFT JOIN (SELECT f.id AS found_id, f.value, f.value::text AS place FROM page f) p ON true
    LEFT JOIN app.records r ON r.company_id = ${asked.companyId} AND r.id = p.found_id
    ORDER BY p.value ${order}, r.number ${order}`.execute(tx);
  const rows = answered.flatMap((row) => (row.id === null ? [] : row));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    records: await presentRecords(tx, register, shown, caller, now),
    total: answered[0]!.total,
    next: rows.length > limit && last ? JSON.stringify([last.place.slice(0, 400), last.number]) : null,
  };
}

interface Order {
  readonly value: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
  readonly isText?: boolean;
}

function sortedBy(register: Register, sort: string): Order {
  if (sort === "number") return { value: sql`r.number`, type: sql`bigint` };
  // In microseconds: as a number it is the same in every time zone.
  if (sort === "changed")
    return { value: sql`(extract(epoch FROM r.changed_at) * 1000000)::bigint`, type: sql`bigint` };
  const field = Object.hasOwn(register.fields, sort) ? register.fields[sort] : undefined;
  if (sort === register.title)
    return { value: sql`lower(left(coalesce(${titleValue(register)}, ''), 300))`, type: sql`text`, isText: true };
  if (!field || ["person", "record", "system", "list", "flag", "long text"].includes(field.type))
    return fail("record-sort");
  if (field.type === "number" || field.type === "scale")
    return { value: sql`coalesce((r.fields ->> ${sort})::numeric, -10000000000000000)`, type: sql`numeric` };
  return { value: sql`lower(left(coalesce(r.fields ->> ${sort}, ''), 300))`, type: sql`text`, isText: true };
}

function conditionOf(register: Register, { companyId, state, search, field, equals }: Asked): RawBuilder<unknown> {
  const all = [sql`r.company_id = ${companyId} AND r.register = ${register.key}`];
  const needsApproval = register.rights.approve !== undefined;
  if (state === "ended") all.push(sql`r.ended_at IS NOT NULL`);
  else if (state !== "all") all.push(sql`r.ended_at IS NULL`);
  if (state === "waiting") all.push(needsApproval ? sql`r.approved_at IS NULL` : sql`false`);
  if (state === "open" && needsApproval) all.push(sql`r.approved_at IS NOT NULL`);
  if (search !== undefined && search.trim() !== "") {
    const pattern = likePattern(search);
    all.push(sql`(lower(${`${register.prefix}-`}::text || r.number) LIKE ${pattern}
      OR lower(jsonb_path_query_array(r.fields, '$.*')::text) LIKE ${pattern}
      OR r.id IN (${linkedLike(register, companyId, pattern)}))`);
  }
  if ((field === undefined) !== (equals === undefined)) return fail("record-sort");
  if (field !== undefined && equals !== undefined) {
    const declared = Object.hasOwn(register.fields, field) ? register.fields[field] : undefined;
    if (!declared) return fail("record-sort");
    all.push(declared.type === "list" ? sql`r.fields -> ${field} ? ${equals}` : sql`r.fields ->> ${field} = ${equals}`);
  }
  return sql.join(all, sql` AND `);
}

/**
 * The ids of records that lead to something whose name is like a pattern. What is named so is read once and hashed: `IS TRUE` keeps it from
 * becoming a join, which is planned for one name and compares each of thousands with each link.
 */
function linkedLike(register: Register, companyId: string, pattern: string): RawBuilder<unknown> {
  const kinds = Object.values(register.fields).map(({ type, of, to }) => ({ kind: of ?? type, to }));
  const own = sql`l.company_id = ${companyId} AND l.register = ${register.key}`;
  const targets = new Set(
    kinds.flatMap(({ kind, to }) => (kind === "person" ? "people" : kind === "record" ? to! : [])),
  );
  const records = [...targets].map((key) => {
    const { title } = findRegister(key)!;
    return sql`SELECT l.record_id FROM app.record_links l WHERE ${own} AND (coalesce(l.person_id, l.target_id) IN (SELECT p.id
      FROM app.records p WHERE p.company_id = ${companyId} AND p.register = ${key} AND lower(p.fields ->> ${title}) LIKE ${pattern})) IS TRUE`;
  });
  const systems = sql`SELECT l.record_id FROM app.record_links l WHERE ${own} AND (l.system_id IN (SELECT s.id
    FROM app.systems s WHERE s.company_id = ${companyId} AND lower(s.name) LIKE ${pattern})) IS TRUE`;
  const all = kinds.some(({ kind }) => kind === "system") ? [...records, systems] : records;
  return all.length === 0 ? sql`SELECT NULL::uuid WHERE false` : sql.join(all, sql` UNION ALL `);
}

/** A place as an answer gave it. Refuses `record-sort` for anything else. */
function readPlace(text: string, isText: boolean): Place {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.length === 2 && typeof read[0] === "string" && Number.isSafeInteger(read[1]))
      if (isText || /^-?\d{1,17}$/.test(read[0])) return [read[0], read[1] as number];
  } catch {
    // It is none.
  }
  return fail("record-sort");
}
