import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { likePattern } from "#domain/like-pattern.ts";
import { ASKS } from "#domain/registers/asked-for.ts";
import { isSortable, keyedFields } from "#domain/registers/keyed-fields.ts";
import type { Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { askingIds } from "./asking-ids.ts";
import { readPlace } from "./page-place.ts";
import { presentRecords } from "./record-rows.ts";
import { recordColumns } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";

type Asked = z.output<typeof contract.registers.records.input>;

/** One page of a register's records. Refuses `record-sort` for a field that has no order or does not exist. */
export async function listRecords(tx: Tx, register: Register, asked: Asked, caller: Caller, now: Date) {
  const { direction, limit, after } = asked;
  const key = keyOf(register, asked);
  // All that have one value stand in the order of their numbers.
  const sort = key?.equals !== undefined && key.field === asked.sort ? "number" : asked.sort;
  const order = orderOf(register, sort, key);
  const place = after === undefined ? undefined : readPlace(after, order.isText);
  const isNarrowed = (asked.search ?? "").trim() !== "" || asked.field !== undefined;
  const isOrdered = key?.equals !== undefined && order.value !== undefined;
  const having = isOrdered ? await countHaving(tx, register, asked, key) : 0;
  const isCommon = having > MANY;
  const source = isCommon ? orderedBy(order) : sourceOf(order, asked, key);
  const ids =
    asked.field === ASKS && asked.equals !== undefined
      ? await askingIds(tx, asked.companyId, register, asked.equals, now)
      : undefined;
  const where = conditionOf(register, { ...asked, sort }, source, { key, ids, ordered: isCommon ? order : undefined });
  const [beyond, towards] = direction === "up" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const onward = place ? sql`(f.value, f.number) ${beyond} (${order.bound(place[0])}, ${place[1]}::bigint)` : sql`true`;
  const all = sql`SELECT ${source.id} AS id, ${source.alias}.number, ${order.value ?? sql`${source.alias}.number`} AS value FROM ${source.from} WHERE ${where}`;
  // What is narrowed is looked through once, for the page and for how many there are, unless an index has it in its order. Of the rest the
  // number is kept.
  const isInOrder = key?.equals !== undefined && (isCommon || order.value === undefined);
  const counted = isCommon ? sql`${having}::integer` : sql`(SELECT count(*)::integer FROM found)`;
  const total = isNarrowed ? counted : countedOf(register, asked);
  const { rows: answered } = await sql<{ total: number } & ((RecordRow & { place: string }) | { id: null })>`
    WITH found AS ${isNarrowed && !isInOrder ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (${all}),
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
  /** It stands in the records alone. */
  readonly isChange?: true;
  /** The field whose kept keys it is. */
  readonly key?: string;
}

const asItIs = (value: Expression) => sql`${value}::text`;
const isText = { place: asItIs, bound: (place: string) => sql`${place}::text`, isText: true };

/** A field of which a kept key finds or orders records, with the value that it must have. */
interface Key {
  readonly field: string;
  readonly equals?: string;
}

/** By which key records are found without reading them: by a choice, or in the order of a field. */
function keyOf(register: Register, { sort, search, field, equals }: Asked): Key | undefined {
  const keyed = keyedFields(register);
  if ((search ?? "").trim() !== "") return undefined;
  if (field === undefined) return keyed.includes(sort) && sort !== register.title ? { field: sort } : undefined;
  const isChoice = keyed.includes(field) && Object.hasOwn(register.fields[field]!.choices ?? {}, equals ?? "");
  const isKnown = ["number", "changed", register.title, ...keyed].includes(sort);
  return isChoice && isKnown && equals !== undefined ? { field, equals } : undefined;
}

function orderOf(register: Register, sort: string, key: Key | undefined): Order {
  const isNumber = { place: asItIs, isText: false };
  if (sort === "number") return { value: undefined, bound: (place) => sql`${place}::bigint`, ...isNumber };
  if (sort === "changed")
    return {
      value: sql`r.changed_at`,
      // In microseconds: as a number it is the same in every time zone.
      place: (value) => sql`(extract(epoch FROM ${value}) * 1000000)::bigint::text`,
      bound: (place) => sql`'epoch'::timestamptz + ${place}::bigint * interval '1 microsecond'`,
      isText: false,
      isChange: true,
    };
  if (sort === register.title) return { value: sql`x.title`, isTitle: true, ...isText };
  const field = Object.hasOwn(register.fields, sort) ? register.fields[sort] : undefined;
  if (!field || !isSortable(field)) return fail("record-sort");
  if (key) return { value: key.equals === undefined ? sql`k.value` : sql`s.value`, key: sort, ...isText };
  if (field.type === "number" || field.type === "scale")
    return {
      value: sql`coalesce((r.fields ->> ${sort})::numeric, -10000000000000000)`,
      bound: (place) => sql`${place}::numeric`,
      ...isNumber,
    };
  return { value: functionOf("app.fold", [sql<string>`left(coalesce(r.fields ->> ${sort}, ''), 300)`]), ...isText };
}

/** What is looked through: the names of records, which are narrow, or the records where their values are asked for. */
interface Source {
  readonly from: Expression;
  readonly alias: Expression;
  readonly id: Expression;
  /** It says itself how a record stands. */
  readonly isKept: boolean;
}

/** Of so many records with a value, those that a page shows are found sooner in its order than all of them are sorted. */
const MANY = 500;

/** How many records have the value that is asked for. */
async function countHaving(tx: Tx, register: Register, asked: Asked, key: Key): Promise<number> {
  const where = conditionOf(register, asked, keys, { key });
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM ${keys.from} WHERE ${where}`.execute(tx);
  return rows[0]!.count;
}

/** What an index has in the order that is asked for. */
function orderedBy({ isTitle, isChange }: Order): Source {
  if (isChange) return records;
  return isTitle ? names : { from: sql`app.record_keys s`, alias: sql`s`, id: sql`s.record_id`, isKept: true };
}

const names: Source = { from: sql`app.record_names x`, alias: sql`x`, id: sql`x.record_id`, isKept: true };
const records: Source = { from: sql`app.records r`, alias: sql`r`, id: sql`r.id`, isKept: false };
const keys: Source = { from: sql`app.record_keys k`, alias: sql`k`, id: sql`k.record_id`, isKept: true };
const both: Source = {
  ...names,
  from: sql`app.record_names x JOIN app.records r ON r.company_id = x.company_id AND r.id = x.record_id`,
};

function sourceOf({ value, isTitle, isChange, key: sorted }: Order, asked: Asked, key: Key | undefined): Source {
  const { search, field, state } = asked;
  if (key?.equals !== undefined && isChange)
    return {
      ...keys,
      from: sql`app.record_keys k JOIN app.records r ON r.company_id = k.company_id AND r.id = k.record_id`,
    };
  if (key?.equals !== undefined && (isTitle || sorted !== undefined)) {
    const beside = isTitle ? sql`app.record_names x` : sql`app.record_keys s`;
    const on = isTitle
      ? sql`x.company_id = k.company_id AND x.record_id = k.record_id`
      : sql`s.company_id = k.company_id AND s.record_id = k.record_id AND s.field = ${sorted}`;
    return { ...keys, from: sql`app.record_keys k JOIN ${beside} ON ${on}` };
  }
  if (key) return keys;
  const isSearched = (search ?? "").trim() !== "";
  const areNamesEnough = field === undefined && (isTitle === true || value === undefined);
  // By its number an index of the names has those that stand so, and of all of them the records themselves.
  if (!isSearched && !isTitle) return areNamesEnough && state !== "all" ? names : records;
  return areNamesEnough ? names : both;
}

/** How records of a page are found. */
interface Found {
  readonly key: Key | undefined;
  /** Where records are looked at in an order, and the value of each is asked for by its id. */
  readonly ordered?: Order | undefined;
  /** Those that ask for what is listed. */
  readonly ids?: readonly string[] | undefined;
}

function conditionOf(
  register: Register,
  { companyId, state, search, sort, field, equals }: Asked,
  source: Source,
  { key, ordered, ids }: Found,
): Expression {
  const { alias, isKept } = source;
  const all = [sql`${alias}.company_id = ${companyId} AND ${alias}.register = ${register.key}`];
  // As the index of changes has it: of a part of the records, and of all of them, so that no check of a foreign key takes it.
  if (source === records && sort === "changed") all.push(sql`r.number > 0`);
  const ended = isKept ? sql`${alias}.ended` : sql`r.ended_at IS NOT NULL`;
  const approved = isKept ? sql`${alias}.approved` : sql`r.approved_at IS NOT NULL`;
  const needsApproval = register.rights.approve !== undefined;
  if (state === "ended") all.push(ended);
  else if (state !== "all") all.push(sql`NOT (${ended})`);
  if (state === "waiting") all.push(needsApproval ? sql`NOT (${approved})` : sql`false`);
  if (state === "open" && needsApproval) all.push(approved);
  if (search !== undefined && search.trim() !== "")
    all.push(sql`x.words LIKE ${functionOf("app.fold", [likePattern(search)])}`);
  if ((field === undefined) !== (equals === undefined)) return fail("record-sort");
  if (key?.equals !== undefined && ordered) {
    if (ordered.key !== undefined) all.push(sql`s.field = ${ordered.key}`);
    // As a value, which no plan makes a join of that would look at all of them.
    all.push(sql`(SELECT k.value FROM app.record_keys k WHERE k.company_id = ${companyId} AND k.record_id = ${source.id}
      AND k.field = ${key.field}) = ${functionOf("app.fold", [key.equals])}`);
  } else if (key) {
    all.push(sql`k.field = ${key.field}`);
    if (key.equals !== undefined) all.push(sql`k.value = ${functionOf("app.fold", [key.equals])}`);
  } else if (ids) {
    all.push(sql`${source.id} = ANY (${ids}::uuid[])`);
  } else if (field !== undefined && equals !== undefined) {
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
