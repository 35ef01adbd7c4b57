import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { likePattern } from "#domain/like-pattern.ts";
import type { Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { presentRecords } from "./record-rows.ts";
import { recordColumns } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";

type Asked = z.output<typeof contract.registers.records.input>;

/** Where a page ends: the value that it is sorted by, as the database writes it, and the record's number. */
type Place = readonly [value: string, number: number];

/** One page of a register's records. Refuses `record-sort` for a field that has no order or does not exist. */
export async function listRecords(tx: Tx, register: Register, asked: Asked, caller: Caller, now: Date) {
  const { sort, direction, limit, after } = asked;
  const order = orderOf(register, sort);
  const place = after === undefined ? undefined : readPlace(after, order.isText);
  const isNarrowed = (asked.search ?? "").trim() !== "" || asked.field !== undefined;
  const source = sourceOf(order, asked);
  const where = conditionOf(register, asked, source);
  const [beyond, towards] = direction === "up" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const onward = place ? sql`(f.value, f.number) ${beyond} (${order.bound(place[0])}, ${place[1]}::bigint)` : sql`true`;
  const all = sql`SELECT ${source.id} AS id, ${source.alias}.number, ${order.value ?? sql`${source.alias}.number`} AS value FROM ${source.from} WHERE ${where}`;
  // What is narrowed is looked through once, for the page and for how many there are. Of the rest the number is kept.
  const total = isNarrowed ? sql`(SELECT count(*)::integer FROM found)` : countedOf(register, asked);
  const { rows: answered } = await sql<{ total: number } & ((RecordRow & { place: string }) | { id: null })>`
    WITH found AS ${isNarrowed ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (${all}),
      page AS (SELECT f.* FROM found f WHERE ${onward} ORDER BY f.value ${towards}, f.number ${towards} LIMIT ${limit + 1})
    SELECT t.total, p.place, ${recordColumns} FROM (SELECT coalesce(${total}, 0) AS total) t
    LEFT JOIN (SELECT f.id AS found_id, f.value, ${order.place(sql`f.value`)} AS place FROM page f) p ON true
    LEFT JOIN app.records r ON r.company_id = ${asked.companyId} AND r.id = p.found_id
    ORDER BY p.value ${towards}, r.number ${towards}`.execute(tx);
  const rows = answered.flatMap((row) => (row.id === null ? [] : row));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    records: await presentRecords(tx, register, shown, caller, now),
    total: answered[0]!.total,
    next: rows.length > limit && last ? JSON.stringify([last.place.slice(0, 400), last.number]) : null,
  };
}

type Expression = RawBuilder<unknown>;

/** What records are ordered by, how a place in that order is written, and how it is read again. */
interface Order {
  /** Undefined for the number, which stands in both tables. */
  readonly value: Expression | undefined;
  readonly place: (value: Expression) => Expression;
  readonly bound: (place: string) => Expression;
  readonly isText: boolean;
  /** It stands beside the names, where a page is read from an index. */
  readonly isTitle?: true;
}

const asItIs = (value: Expression) => sql`${value}::text`;
const isText = { place: asItIs, bound: (place: string) => sql`${place}::text`, isText: true };

function orderOf(register: Register, sort: string): Order {
  const isNumber = { place: asItIs, isText: false };
  if (sort === "number") return { value: undefined, bound: (place) => sql`${place}::bigint`, ...isNumber };
  if (sort === "changed")
    return {
      value: sql`r.changed_at`,
      // In microseconds: as a number it is the same in every time zone.
      place: (value) => sql`(extract(epoch FROM ${value}) * 1000000)::bigint::text`,
      bound: (place) => sql`'epoch'::timestamptz + ${place}::bigint * interval '1 microsecond'`,
      isText: false,
    };
  if (sort === register.title) return { value: sql`x.title`, isTitle: true, ...isText };
  const field = Object.hasOwn(register.fields, sort) ? register.fields[sort] : undefined;
  if (!field || ["person", "record", "system", "list", "flag", "long text"].includes(field.type))
    return fail("record-sort");
  if (field.type === "number" || field.type === "scale")
    return {
      value: sql`coalesce((r.fields ->> ${sort})::numeric, -10000000000000000)`,
      bound: (place) => sql`${place}::numeric`,
      ...isNumber,
    };
  return { value: sql`lower(left(coalesce(r.fields ->> ${sort}, ''), 300))`, ...isText };
}

/** What is looked through: the names of records, which are narrow, or the records where their values are asked for. */
interface Source {
  readonly from: Expression;
  readonly alias: Expression;
  readonly id: Expression;
  readonly isNames: boolean;
}

const names: Source = { from: sql`app.record_names x`, alias: sql`x`, id: sql`x.record_id`, isNames: true };
const records: Source = { from: sql`app.records r`, alias: sql`r`, id: sql`r.id`, isNames: false };
const both: Source = {
  ...names,
  from: sql`app.record_names x JOIN app.records r ON r.company_id = x.company_id AND r.id = x.record_id`,
};

function sourceOf({ value, isTitle }: Order, { search, field }: Asked): Source {
  const isSearched = (search ?? "").trim() !== "";
  const areNamesEnough = field === undefined && (isTitle === true || value === undefined);
  if (!isSearched && !isTitle) return records;
  return areNamesEnough ? names : both;
}

function conditionOf(
  register: Register,
  { companyId, state, search, field, equals }: Asked,
  source: Source,
): Expression {
  const { alias, isNames } = source;
  const all = [sql`${alias}.company_id = ${companyId} AND ${alias}.register = ${register.key}`];
  const ended = isNames ? sql`x.ended` : sql`r.ended_at IS NOT NULL`;
  const approved = isNames ? sql`x.approved` : sql`r.approved_at IS NOT NULL`;
  const needsApproval = register.rights.approve !== undefined;
  if (state === "ended") all.push(ended);
  else if (state !== "all") all.push(sql`NOT (${ended})`);
  if (state === "waiting") all.push(needsApproval ? sql`NOT (${approved})` : sql`false`);
  if (state === "open" && needsApproval) all.push(approved);
  if (search !== undefined && search.trim() !== "") all.push(sql`x.words LIKE ${likePattern(search)}`);
  if ((field === undefined) !== (equals === undefined)) return fail("record-sort");
  if (field !== undefined && equals !== undefined) {
    const declared = Object.hasOwn(register.fields, field) ? register.fields[field] : undefined;
    if (!declared) return fail("record-sort");
    all.push(declared.type === "list" ? sql`r.fields -> ${field} ? ${equals}` : sql`r.fields ->> ${field} = ${equals}`);
  }
  return sql.join(all, sql` AND `);
}

/** How many records of a register stand so, of none where there never was one. */
function countedOf(register: Register, { companyId, state }: Asked): Expression {
  const needsApproval = register.rights.approve !== undefined;
  const counted = {
    ended: sql`c.ended`,
    waiting: needsApproval ? sql`c.waiting` : sql`0`,
    open: needsApproval ? sql`c.approved` : sql`c.approved + c.waiting`,
    all: sql`c.approved + c.waiting + c.ended`,
  }[state];
  return sql`(SELECT ${counted} FROM app.record_counts c WHERE c.company_id = ${companyId} AND c.register = ${register.key})`;
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
