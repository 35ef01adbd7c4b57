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
import { listsOf, readPeople } from "./read-accounts.ts";

type Asked = Omit<z.output<typeof contract.accounts.list.input>, "companyId">;

interface FoundRow {
  /** Which of the sources lists it, and where, from 1 on. */
  readonly list: number;
  readonly place: number;
  readonly personId: string | null;
  readonly by: "email" | "decision" | null;
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
  const isWhole = asked.show === "all" && asked.search === undefined && asked.personId === undefined;
  const total = isWhole
    ? sql`${read.reduce((sum, { count }) => sum + count, 0)}::integer`
    : sql`(SELECT count(*)::integer FROM fitting)`;
  const { rows } = await sql<
    { total: number } & (FoundRow | { list: null })
  >`${matched(companyId, sources, read, asked, now)},
    fitting AS ${isWhole ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`} (SELECT m.list, m.rank, m.asked, m."personId", m.by FROM matched m
      WHERE ${fittingIn(asked)})
    SELECT t.total, p.list, u.places[p.rank] AS place, p."personId", p.by FROM (SELECT ${total} AS total) t
    LEFT JOIN (SELECT f.* FROM fitting f ${inOrder("f")} LIMIT ${asked.limit} OFFSET ${asked.skip}) p ON true
    LEFT JOIN lists u ON u.list = p.list ${inOrder("p")}`.execute(tx);
  const shown = rows.flatMap((row) => (row.list === null ? [] : row));
  const accountOf = await readListed(tx, companyId, sources, shown);
  const owners = shown.flatMap(({ personId }) => personId ?? []);
  const people = new Map((await readPeople(tx, companyId, owners)).map((person) => [person.id, person]));
  const isUnknown = shown.some(({ by }) => by === null);
  const suggest = suggesterOf(isUnknown ? (await readPeople(tx, companyId)).filter(({ ended }) => !ended) : []);
  return {
    accounts: shown.map((row) => {
      const { lastSignIn: _, personId: __, ...account } = accountOf(row);
      const { provider, scope, source } = sources[row.list - 1]!;
      const person = row.personId === null ? undefined : people.get(row.personId);
      return {
        ...account,
        provider,
        scope,
        source,
        match: row.by === null ? null : row.personId === null ? ("program" as const) : ("person" as const),
        by: row.by,
        person: present(person),
        suggestion: row.by === null ? present(suggest(account.label)) : null,
      };
    }),
    total: rows[0]!.total,
    sources: sources.map(({ source, provider, seenAt, whole, count }) => ({
      source,
      provider,
      seenAt: seenAt.toISOString(),
      whole,
      count,
    })),
  };
}

const present = (person: { readonly id: string; readonly number: string; readonly name: string } | undefined) =>
  person ? { id: person.id, number: person.number, name: person.name } : null;

const inOrder = (table: "f" | "p") =>
  sql`ORDER BY ${sql.ref(`${table}.asked`)} DESC, ${sql.ref(`${table}.list`)}, ${sql.ref(`${table}.rank`)}`;

/**
 * Tables of which `matched` has the accounts that a search finds, by the list and by where in it they are, with whose they are. No more columns of a list are opened than
 * are asked for. An address is folded as the keys of People are.
 */
function matched(
  companyId: string,
  sources: readonly SourceRow[],
  read: readonly SourceRow[],
  { search }: Asked,
  now: Date,
): RawBuilder<unknown> {
  const order = new Map(sources.map(({ connection }, at) => [connection, at + 1]));
  const searched = search === undefined ? sql`l.ids` : sql`l.folded`;
  const found =
    search === undefined
      ? sql`true`
      : sql`strpos(u.name, (SELECT ${functionOf("app.fold", [search.toLowerCase()])})) > 0`;
  return sql`WITH lists AS MATERIALIZED (SELECT o.list, k.provider, k.account_id AS scope, l.connection_id, l.ids, l.places, l.folded, l.emails, l.usable, l.personal
      ${listsOf(companyId, sql`JOIN unnest(${plainArray([...order.keys()])}::uuid[], ${plainArray([...order.values()])}::integer[]) o (id, list) ON o.id = l.connection_id`)}),
    proved AS MATERIALIZED (SELECT DISTINCT substr(e.email, strpos(e.email, '@') + 1) AS domain FROM lists l CROSS JOIN LATERAL unnest(l.emails) e (email)
      WHERE l.provider = ANY (${textArray([...PROVE_DOMAINS])}::text[]) AND e.email <> ''),
    addresses AS MATERIALIZED (SELECT a.email, CASE WHEN EXISTS (SELECT FROM proved d WHERE d.domain = substr(a.email, strpos(a.email, '@') + 1)) THEN
          CASE WHEN cardinality(a.open) = 1 THEN a.open[1] WHEN a.open IS NULL AND cardinality(a.own) = 1 THEN a.own[1] END END AS owner
      FROM (SELECT k.value AS email, array_agg(k.record_id) AS own, array_agg(k.record_id) FILTER (WHERE NOT k.ended) AS open FROM app.record_keys k
        WHERE k.company_id = ${companyId} AND k.register = 'people' AND k.field = 'email' AND k.value <> '' GROUP BY k.value) a),
    decisions AS MATERIALIZED (SELECT DISTINCT ON (a.provider, a.scope, a.account_id) a.provider, a.scope, a.account_id AS id, a.kind, a.person_id, a.valid_until
      FROM app.person_accounts a WHERE a.company_id = ${companyId} ORDER BY a.provider, a.scope, a.account_id, a.ledger_index DESC, a.id),
    decided AS MATERIALIZED (SELECT l.list, u.rank::integer AS rank, d.kind, d.person_id, d.valid_until FROM (SELECT DISTINCT provider, scope FROM decisions) s
      JOIN lists l ON l.provider = s.provider AND l.scope = s.scope CROSS JOIN LATERAL unnest(l.ids) WITH ORDINALITY u (id, rank)
      JOIN decisions d ON d.provider = l.provider AND d.scope = l.scope AND d.id = u.id),
    owned AS (SELECT l.list, u.rank::integer AS rank, u.personal, u.usable, a.email IS NOT NULL AS known,
        coalesce(a.owner, CASE WHEN d.kind = 'person' THEN d.person_id END) AS "personId",
        CASE WHEN a.owner IS NOT NULL THEN 'email' WHEN d.kind = 'person' OR d.kind = 'program' AND d.valid_until > ${now} THEN 'decision' END AS by
      FROM lists l CROSS JOIN LATERAL unnest(l.emails, l.usable, l.personal, ${searched}) WITH ORDINALITY u (email, usable, personal, name, rank)
      LEFT JOIN addresses a ON a.email = u.email LEFT JOIN decided d ON d.list = l.list AND d.rank = u.rank
      WHERE l.connection_id = ANY (${plainArray(read.map(({ connection }) => connection))}::uuid[]) AND ${found}),
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
  }>`SELECT p.list, x.place::integer AS place, x.account FROM (SELECT p.connection, p.list, array_agg(p.place) AS places
      FROM unnest(${plainArray(places.map(({ list }) => sources[list - 1]!.connection))}::uuid[], ${plainArray(places.map(({ list }) => list))}::integer[],
        ${plainArray(places.map(({ place }) => place))}::integer[]) p (connection, list, place) GROUP BY 1, 2) p
    JOIN app.account_lists l ON l.company_id = ${companyId} AND l.connection_id = p.connection
    CROSS JOIN LATERAL jsonb_array_elements(l.accounts) WITH ORDINALITY x (account, place) WHERE x.place = ANY (p.places)`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [nameOf(row), row.account]));
  return (row: Pick<FoundRow, "list" | "place">): ListedAccount => found.get(nameOf(row))!;
}
