import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { ListedAccount } from "#domain/registers/listed-account.ts";
import { PROVE_DOMAINS } from "#domain/registers/rests-on.ts";
import { suggesterOf } from "#domain/registers/suggest-person.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import { pageOfAccounts } from "./account-page.ts";
import type { PagePlace } from "./account-page.ts";
import { readUnowned } from "./kept-accounts.ts";
import { listsOf, readPeople } from "./read-accounts.ts";

type Asked = Omit<z.output<typeof contract.accounts.list.input>, "companyId">;

interface FoundRow {
  /** Which of the sources lists it, and where, from 1 on. */
  readonly list: number;
  readonly place: number;
  readonly personId: string | null;
  readonly by: "email" | "decision" | null;
  /** The id of whom its name is like, where that is known. */
  readonly suggestion?: string | null | undefined;
}

interface SourceRow {
  readonly connection: string;
  readonly provider: ProviderKey;
  readonly scope: string;
  readonly source: string;
  readonly seenAt: Date;
  readonly whole: boolean;
  readonly count: number;
}

/** One page of the accounts that connected systems list, with whose they are, as `matcherOf` says it: those that are asked about first. */
export async function listAccounts(tx: Tx, companyId: string, asked: Asked, now: Date) {
  const sources = await readSources(tx, companyId);
  const read = sources.filter(({ source }) => asked.source === undefined || asked.source === source);
  const { shown, total } =
    (await findKnown(tx, companyId, sources, read, asked, now)) ??
    (await findMatched(tx, companyId, sources, read, asked, now));
  const accountOf = await readListed(tx, companyId, sources, shown);
  const named = shown.flatMap(({ personId, suggestion }) => [personId ?? [], suggestion ?? []].flat());
  const people = new Map((await readPeople(tx, companyId, named)).map((person) => [person.id, person]));
  const isUnknown = shown.some(({ by, suggestion }) => by === null && suggestion === undefined);
  const suggest = suggesterOf(isUnknown ? (await readPeople(tx, companyId)).filter(({ ended }) => !ended) : []);
  return {
    accounts: shown.map((row) => {
      const { lastSignIn: _, personId: __, ...account } = accountOf(row);
      const { provider, scope, source } = sources[row.list - 1]!;
      const known = (id: string | null) => (id === null ? undefined : people.get(id));
      const suggestion = row.suggestion === undefined ? suggest(account.label) : known(row.suggestion);
      return {
        ...account,
        provider,
        scope,
        source,
        match: row.by === null ? null : row.personId === null ? ("program" as const) : ("person" as const),
        by: row.by,
        person: present(known(row.personId)),
        suggestion: row.by === null ? present(suggestion) : null,
      };
    }),
    total,
    sources: sources.map(({ source, provider, seenAt, whole, count }) => ({
      source,
      provider,
      seenAt: seenAt.toISOString(),
      whole,
      count,
    })),
  };
}

interface Found {
  readonly shown: readonly FoundRow[];
  readonly total: number;
}

/** The page by matching all accounts. */
async function findMatched(
  tx: Tx,
  companyId: string,
  sources: readonly SourceRow[],
  read: readonly SourceRow[],
  asked: Asked,
  now: Date,
): Promise<Found> {
  const isWhole = asked.show === "all" && asked.search === undefined && asked.personId === undefined;
  const total = isWhole
    ? sql`${read.reduce((sum, { count }) => sum + count, 0)}::integer`
    : sql`(SELECT count(*)::integer FROM fitting)`;
  const accounts = accountsOf(read, asked.search);
  const { rows } = await sql<
    { total: number } & (FoundRow | { list: null })
  >`${matched(companyId, sources, accounts, now)},
    fitting AS ${isWhole ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`} (SELECT m.list, m.rank, m.asked, m."personId", m.by FROM matched m
      WHERE ${fittingIn(asked)})
    SELECT t.total, p.list, u.places[p.rank] AS place, p."personId", p.by FROM (SELECT ${total} AS total) t
    LEFT JOIN (SELECT f.* FROM fitting f ${inOrder("f")} LIMIT ${asked.limit} OFFSET ${asked.skip}) p ON true
    LEFT JOIN lists u ON u.list = p.list ${inOrder("p")}`.execute(tx);
  return { shown: rows.flatMap((row) => (row.list === null ? [] : row)), total: rows[0]!.total };
}

/**
 * The page where it is kept which accounts are asked about: these of it are matched, and no others. Undefined where that is not kept, where somebody
 * searches, or where what is kept is not what matching says.
 */
async function findKnown(
  tx: Tx,
  companyId: string,
  sources: readonly SourceRow[],
  read: readonly SourceRow[],
  { show, search, personId, skip, limit }: Asked,
  now: Date,
): Promise<Found | undefined> {
  if (show === "new" || search !== undefined || personId !== undefined) return undefined;
  const known = await readUnowned(tx, companyId, now);
  if (!known) return undefined;
  const lists = sources.flatMap((source, at) => (read.includes(source) ? { ...source, list: at + 1 } : []));
  const { places, total } = pageOfAccounts(lists, known, { show, skip, limit });
  if (places.length === 0) return { shown: [], total };
  const { rows } = await sql<
    FoundRow & { rank: number; asked: boolean }
  >`${matched(companyId, sources, accountsAt(places), now)}
    SELECT m.list, m.rank, u.places[m.rank] AS place, m."personId", m.by, m.asked FROM matched m JOIN lists u ON u.list = m.list`.execute(
    tx,
  );
  const byPlace = new Map(rows.map((row) => [`${row.list} ${row.rank}`, row]));
  const shown = places.flatMap(({ list, rank, asked, suggestion }) => {
    const row = byPlace.get(`${list} ${rank}`);
    return row?.asked === asked && (row.by === null) === (suggestion !== undefined) ? { ...row, suggestion } : [];
  });
  return shown.length === places.length ? { shown, total } : undefined;
}

const present = (person: { readonly id: string; readonly number: string; readonly name: string } | undefined) =>
  person ? { id: person.id, number: person.number, name: person.name } : null;

const inOrder = (table: "f" | "p") =>
  sql`ORDER BY ${sql.ref(`${table}.asked`)} DESC, ${sql.ref(`${table}.list`)}, ${sql.ref(`${table}.rank`)}`;

/** Accounts that are to be matched: the rows `u` of lists `l`, and the addresses that have to be known for them. */
interface ToMatch {
  /** Tables that the others need. */
  readonly before?: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
  readonly addresses: RawBuilder<unknown>;
}

/** All that a search finds. No more columns of a list are opened than are asked for. */
function accountsOf(read: readonly SourceRow[], search: string | undefined): ToMatch {
  const found = (name: RawBuilder<unknown>, is: RawBuilder<unknown>) => sql`(SELECT l.list, u.* FROM lists l
      CROSS JOIN LATERAL unnest(l.emails, l.usable, l.personal, ${name}) WITH ORDINALITY u (email, usable, personal, name, rank)
      WHERE l.connection_id = ANY (${plainArray(read.map(({ connection }) => connection))}::uuid[]) AND ${is})`;
  if (search === undefined) return { rows: found(sql`l.ids`, sql`true`), addresses: sql`k.value <> ''` };
  const folded = functionOf("app.fold", [search.toLowerCase()]);
  return {
    before: sql`found AS MATERIALIZED ${found(sql`l.folded`, sql`strpos(u.name, (SELECT ${folded})) > 0`)},`,
    rows: sql`found`,
    addresses: sql`k.value <> '' AND k.value IN (SELECT f.email FROM found f)`,
  };
}

/** Those at these places. */
function accountsAt(places: readonly PagePlace[]): ToMatch {
  const at = sql`(SELECT w.list, w.rank, l.emails[w.rank] AS email, l.usable[w.rank] AS usable, l.personal[w.rank] AS personal
      FROM unnest(${plainArray(places.map(({ list }) => list))}::integer[], ${plainArray(places.map(({ rank }) => rank))}::integer[]) w (list, rank)
      JOIN lists l ON l.list = w.list)`;
  return { rows: at, addresses: sql`k.value <> '' AND k.value = ANY (ARRAY(SELECT w.email FROM ${at} w))` };
}

/**
 * Tables of which `matched` has these accounts, by the list and by where in it they are, with whose they are. An address is folded as the keys of
 * People are.
 */
function matched(
  companyId: string,
  sources: readonly SourceRow[],
  { before = sql``, rows, addresses }: ToMatch,
  now: Date,
): RawBuilder<unknown> {
  const order = new Map(sources.map(({ connection }, at) => [connection, at + 1]));
  return sql`WITH lists AS MATERIALIZED (SELECT o.list, k.provider, k.account_id AS scope, l.connection_id, l.ids, l.places, l.folded, l.emails, l.usable, l.personal
      ${listsOf(companyId, sql`JOIN unnest(${plainArray([...order.keys()])}::uuid[], ${plainArray([...order.values()])}::integer[]) o (id, list) ON o.id = l.connection_id`)}),
    ${before}
    proved AS MATERIALIZED (SELECT DISTINCT substr(e.email, strpos(e.email, '@') + 1) AS domain FROM lists l CROSS JOIN LATERAL unnest(l.emails) e (email)
      WHERE l.provider = ANY (${textArray([...PROVE_DOMAINS])}::text[]) AND e.email <> ''),
    addresses AS MATERIALIZED (SELECT a.email, CASE WHEN EXISTS (SELECT FROM proved d WHERE d.domain = substr(a.email, strpos(a.email, '@') + 1)) THEN
          CASE WHEN cardinality(a.open) = 1 THEN a.open[1] WHEN a.open IS NULL AND cardinality(a.own) = 1 THEN a.own[1] END END AS owner
      FROM (SELECT k.value AS email, array_agg(k.record_id) AS own, array_agg(k.record_id) FILTER (WHERE NOT k.ended) AS open FROM app.record_keys k
        WHERE k.company_id = ${companyId} AND k.register = 'people' AND k.field = 'email' AND ${addresses} GROUP BY k.value) a),
    decisions AS MATERIALIZED (SELECT DISTINCT ON (a.provider, a.scope, a.account_id) a.provider, a.scope, a.account_id AS id, a.kind, a.person_id, a.valid_until
      FROM app.person_accounts a WHERE a.company_id = ${companyId} ORDER BY a.provider, a.scope, a.account_id, a.ledger_index DESC, a.id),
    decided AS MATERIALIZED (SELECT l.list, u.rank::integer AS rank, d.kind, d.person_id, d.valid_until FROM (SELECT DISTINCT provider, scope FROM decisions) s
      JOIN lists l ON l.provider = s.provider AND l.scope = s.scope CROSS JOIN LATERAL unnest(l.ids) WITH ORDINALITY u (id, rank)
      JOIN decisions d ON d.provider = l.provider AND d.scope = l.scope AND d.id = u.id),
    owned AS (SELECT u.list, u.rank::integer AS rank, u.personal, u.usable, a.email IS NOT NULL AS known,
        coalesce(a.owner, CASE WHEN d.kind = 'person' THEN d.person_id END) AS "personId",
        CASE WHEN a.owner IS NOT NULL THEN 'email' WHEN d.kind = 'person' OR d.kind = 'program' AND d.valid_until > ${now} THEN 'decision' END AS by
      FROM ${rows} u LEFT JOIN addresses a ON a.email = u.email LEFT JOIN decided d ON d.list = u.list AND d.rank = u.rank),
    matched AS (SELECT o.*, o.by IS NULL AND o.usable AS asked FROM owned o)`;
}

const fittingIn = ({ show, personId }: Asked): RawBuilder<unknown> => {
  const shown = {
    all: sql`true`,
    unmatched: sql`m.asked`,
    new: sql`m.by IS NULL AND m.personal AND NOT m.known`,
  }[show];
  return personId === undefined ? shown : sql`${shown} AND m."personId" = ${personId}`;
};

async function readSources(tx: Tx, companyId: string): Promise<readonly SourceRow[]> {
  const { rows } =
    await sql<SourceRow>`SELECT l.connection_id AS connection, k.provider, k.account_id AS scope, k.source, l.seen_at AS "seenAt", l.whole,
      l.listed AS count ${listsOf(companyId)} ORDER BY k.source COLLATE "C", l.connection_id`.execute(tx);
  return rows;
}

/** The accounts at these places of their lists. */
async function readListed(
  tx: Tx,
  companyId: string,
  sources: readonly SourceRow[],
  places: readonly Pick<FoundRow, "list" | "place">[],
) {
  const nameOf = ({ list, place }: Pick<FoundRow, "list" | "place">) => `${list} ${place}`;
  const { rows } = await sql<{
    list: number;
    place: number;
    account: ListedAccount;
  }>`SELECT p.list, p.places[x.n] AS place, x.account FROM (SELECT p.connection, p.list, array_agg(p.place ORDER BY p.place) AS places,
        '$[' || string_agg((p.place - 1)::text, ',' ORDER BY p.place) || ']' AS path
      FROM unnest(${plainArray(places.map(({ list }) => sources[list - 1]!.connection))}::uuid[], ${plainArray(places.map(({ list }) => list))}::integer[],
        ${plainArray(places.map(({ place }) => place))}::integer[]) p (connection, list, place) GROUP BY 1, 2) p
    JOIN app.account_lists l ON l.company_id = ${companyId} AND l.connection_id = p.connection
    -- A list is opened once, and no account of it but these is made.
    CROSS JOIN LATERAL jsonb_array_elements(jsonb_path_query_array(l.accounts, p.path::jsonpath)) WITH ORDINALITY x (account, n)`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [nameOf(row), row.account]));
  return (row: Pick<FoundRow, "list" | "place">): ListedAccount => found.get(nameOf(row))!;
}
