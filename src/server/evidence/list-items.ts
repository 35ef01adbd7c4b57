import { sql } from "kysely";
import { controls as library, requirementsOf, frameworks } from "#catalog/index.ts";
import type { FrameworkKey } from "#catalog/types.ts";
import { countedTo } from "#contract/evidence.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import { likePattern } from "#domain/like-pattern.ts";
import { functionOf } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { findItems } from "./items.ts";
import { seeWithdrawn } from "./withdrawn.ts";

/** What a list is narrowed to, as the API takes it. */
export interface ListFilters {
  readonly companyId: string;
  readonly search?: string | undefined;
  readonly type?: string | undefined;
  readonly source?: string | undefined;
  readonly framework?: FrameworkKey | undefined;
  readonly requirement?: string | undefined;
  readonly control?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly freshness?: "current" | "expiring" | "expired" | "superseded" | "withdrawn" | undefined;
  readonly privileged?: "1" | undefined;
  readonly matter?: string | undefined;
  readonly filedBy?: string | undefined;
}

interface ListPage extends ListFilters {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

interface Place extends Pick<RowOf<"app.list_evidence">, "number" | "place"> {
  /** Microseconds, where the list goes by an instant. */
  readonly at: string | null;
}

/**
 * One page of the list with the places before and after it; bounded however much is on file. `audited` is for somebody who may see
 * some of the company's items only.
 */
export async function listItems(tx: Tx, page: ListPage, now: Date, audited: boolean) {
  if (!audited && isWhole(page)) return await newestItems(tx, page);
  const back = page.after === undefined && page.before !== undefined;
  const from = page.after ?? page.before;
  const found = await findPlaces(tx, page, now, { from, back, limit: page.limit + 1 });
  const stopped = found.find(({ number }) => number === null);
  const places = found.filter(({ number }) => number !== null);
  const more = places.length > page.limit;
  const shown = places.slice(0, page.limit);
  if (back) shown.reverse();
  if (page.freshness === "withdrawn") await seeWithdrawn(tx);
  const numbers = shown.map(({ number }) => number!);
  const rows =
    numbers.length === 0 ? [] : await findItems(tx, page.companyId, sql`e.number = ANY (${numbers})`, numbers.length);
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const onward = more ? placeOf(back ? shown[0] : shown.at(-1)) : placeOf(stopped);
  const backward = from === undefined ? null : (placeOf(back ? shown.at(-1) : shown[0]) ?? from);
  return {
    items: numbers.flatMap((number) => byNumber.get(number) ?? []),
    next: back ? backward : onward,
    previous: back ? onward : backward,
  };
}

/** Whether nothing narrows the list, as where everybody begins to read it. */
function isWhole({ companyId: _company, limit: _limit, after: _after, ...narrowed }: ListPage): boolean {
  return Object.values(narrowed).every((value) => value === undefined);
}

/** A page of everything that the caller may see, in one statement. */
async function newestItems(tx: Tx, { companyId, after, limit }: ListPage) {
  const below = Number(after?.split("-").at(-1) ?? Number.MAX_SAFE_INTEGER);
  // As a literal: a plan for any limit would sort all items of the company.
  const newest = sql`ARRAY(SELECT n.number FROM app.evidence n WHERE n.company_id = ${companyId} AND n.number < ${below}
    ORDER BY n.number DESC LIMIT ${sql.lit(limit + 1)})`;
  const rows = await findItems(tx, companyId, sql`e.number = ANY (${newest})`, limit + 1);
  const items = rows.slice(0, limit);
  return {
    items,
    next: rows.length > limit ? String(items.at(-1)!.number) : null,
    previous: after === undefined ? null : String(items[0]?.number ?? after),
  };
}

/** How many items fit, counted no further than is quick. */
export async function countItems(tx: Tx, filters: ListFilters, now: Date) {
  const found = await findPlaces(tx, filters, now, { from: undefined, back: false, limit: countedTo + 1 });
  const count = found.filter(({ number }) => number !== null).length;
  return { count: Math.min(count, countedTo), more: count > countedTo || found.length > count };
}

/** The one item of a number, or none. */
export async function listOne(tx: Tx, companyId: string, exhibit: string) {
  const items = await findItems(tx, companyId, sql`e.number = ${parseExhibitNumber(exhibit) ?? 0}`, 1);
  return { items, next: null, previous: null };
}

interface Walk {
  readonly from: string | undefined;
  readonly back: boolean;
  readonly limit: number;
}

async function findPlaces(tx: Tx, filters: ListFilters, now: Date, { from, back, limit }: Walk): Promise<Place[]> {
  const narrowed = narrow(filters);
  if (!narrowed) return [];
  const [place, at] = (from?.split("-").toReversed() ?? []) as [string?, string?];
  const since = sql<Date | null>`timestamptz 'epoch' + ${at ?? null}::bigint * interval '1 microsecond'`;
  const walk = [JSON.stringify(narrowed), now, since, sql<number | null>`${place ?? null}`, back, limit] as const;
  return await tx
    .selectFrom(functionOf("app.list_evidence", [...walk]).as("l"))
    .select(["l.number", "l.place"])
    .select(sql<string | null>`(extract(epoch FROM l.at) * 1000000)::bigint::text`.as("at"))
    .execute();
}

function placeOf(at: Place | undefined): string | null {
  if (!at) return null;
  return at.at === null ? String(at.place) : `${at.at}-${at.place}`;
}

const types = ["Config", "Policy", "Document", "Report"];
const DAY = 24 * 60 * 60 * 1000;

/** The filters as the database takes them; undefined where nothing can fit. */
function narrow(filters: ListFilters) {
  const type = filters.type && types.find((kind) => kind.toLowerCase() === filters.type!.trim().toLowerCase());
  if (filters.type && !type) return undefined;
  const under = controlsFor(filters);
  if (under?.length === 0) return undefined;
  const search = filters.search?.trim();
  return {
    ...(type && { type }),
    ...(filters.source && { source: filters.source }),
    ...(under && { under }),
    ...(filters.filedBy && { person: filters.filedBy }),
    ...(filters.from && { from: `${filters.from}T00:00:00Z` }),
    ...(filters.to && { to: new Date(Date.parse(`${filters.to}T00:00:00Z`) + DAY).toISOString() }),
    ...(filters.freshness && { freshness: filters.freshness }),
    ...(filters.privileged && { privileged: true }),
    ...(filters.matter && { matter: filters.matter }),
    ...(search && { pattern: likePattern(search), named: controlsNamed(search) }),
  };
}

/** The controls that an item has to be filed under one of; undefined where any will do, and none at all, too. */
function controlsFor({ control, framework, requirement }: ListFilters): string[] | undefined {
  if (!control && !framework && !requirement) return undefined;
  const sought = requirement?.trim().toLowerCase();
  const keys = framework ? [framework] : frameworks.map(({ key }) => key);
  return library
    .filter(({ id }) => !control || id === control)
    .filter((item) =>
      keys.some((key) => {
        const ids = requirementsOf(item, key);
        return sought ? ids.some((id) => id.toLowerCase() === sought) : ids.length > 0;
      }),
    )
    .map(({ id }) => id);
}

function controlsNamed(search: string): string[] {
  const text = search.toLowerCase();
  return library
    .filter(({ id, title }) => title.toLowerCase().includes(text) || id.toLowerCase() === text)
    .map(({ id }) => id);
}
