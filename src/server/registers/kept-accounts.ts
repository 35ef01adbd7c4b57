import { sql } from "kysely";
import { suggesterOf } from "#domain/registers/suggest-person.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import { readMoved, readStarting } from "./moved-people.ts";
import { matchOwned, MOST_UNOWNED } from "./owned-accounts.ts";
import type { UnownedAccount } from "./owned-accounts.ts";
import { listsOf } from "./read-accounts.ts";

/** Of fewer accounts matching them takes no time. */
export const KEPT_FROM = 1_000;

/** By each row of a list, which is another one whenever anything in it is, and by what their connections are called. */
const listsAsRead = (
  companyId: string,
) => sql<string>`(SELECT encode(sha256(convert_to(coalesce(jsonb_agg(jsonb_build_array(
    l.connection_id, l.evidence_id, l.seen_at, l.xmin::text, k.provider, k.account_id, k.source) ORDER BY l.connection_id), '[]')::text,
  'UTF8')), 'hex') ${listsOf(companyId)})`;
const newestDecision = (companyId: string) => sql<number>`(SELECT coalesce(max(a.ledger_index), -1)
  FROM app.person_accounts a WHERE a.company_id = ${companyId})`;

/** The people who changed since it was kept. */
export const changedSince = functionOf("app.records_changed_after", [
  sql<string[]>`ARRAY['people']`,
  sql<number[]>`ARRAY[q.person]`,
]);

/** What was kept, as `q`, where it follows from just the lists and decisions that the caller reads now. */
export const keptOfLists = (
  companyId: string,
  now: Date,
) => sql`FROM app.asked_accounts q WHERE q.company_id = ${companyId}
  AND q.read_at <= ${now} AND (q.until IS NULL OR q.until > ${now})
  AND q.lists = ${listsAsRead(companyId)} AND q.decision = ${newestDecision(companyId)}`;

/** The same where nothing changed in People, by which names are suggested. */
const keptNow = (companyId: string, now: Date) =>
  sql`${keptOfLists(companyId, now)} AND NOT EXISTS (SELECT FROM ${changedSince})`;

/** Where an account that nobody has stands in the order of its list, from 1 on; the id of whom its name is like; and whether somebody is asked about it. */
export type UnownedPlace = readonly [rank: number, suggestion: string | null, asked: boolean];

/** The accounts that nobody has, by their connections and in the order of their lists; undefined where they have to be matched. */
export async function readUnowned(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<ReadonlyMap<string, readonly UnownedPlace[]> | undefined> {
  const { rows } = await sql<{
    unowned: Readonly<Record<string, readonly UnownedPlace[]>>;
  }>`SELECT q.unowned ${keptNow(companyId, now)} AND q.unowned IS NOT NULL`.execute(tx);
  return rows[0] && new Map(Object.entries(rows[0].unowned));
}

/** Keeps what `readAsked` and {@link readUnowned} answer, as the company itself, where that is not what is kept. */
export async function keepOwned(tx: Tx, companyId: string, now: Date): Promise<void> {
  const { rows } = await sql`SELECT ${keptNow(companyId, now)} AND q.holders IS NOT NULL`.execute(tx);
  if (rows.length > 0) return;
  // Before anything that follows from them is read: what is changed meanwhile is not what was kept.
  const {
    rows: [from],
  } = await sql<{
    lists: string;
    decision: number;
    person: number;
  }>`SELECT ${listsAsRead(companyId)} AS lists, ${newestDecision(companyId)} AS decision,
    (SELECT coalesce(max(r.ledger_index), -1) FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people') AS person`.execute(
    tx,
  );
  const comers = [...(await readStarting(tx, companyId, now)), ...(await readMoved(tx, companyId, now))].map(
    ({ id }) => id,
  );
  const { unmatched, open, held, decisions, people, unowned } = await matchOwned(tx, companyId, now, new Set(comers));
  const suggest = suggesterOf(people.filter(({ ended }) => !ended));
  const places =
    unowned.length > MOST_UNOWNED
      ? null
      : await placesOf(tx, companyId, unowned, (label) => suggest(label)?.id ?? null);
  const ends = decisions.flatMap(({ until }) => (until && until > now ? until.getTime() : []));
  const until = ends.length > 0 ? new Date(ends.reduce((first, end) => Math.min(first, end))) : null;
  const { lists, decision, person } = from!;
  await sql`INSERT INTO app.asked_accounts (company_id, lists, decision, person, read_at, until, unmatched, comers, owned, unowned, holders, held)
    VALUES (${companyId}, ${lists}, ${decision}, ${person}, ${now}, ${until}, ${unmatched}, ${JSON.stringify(comers)}::jsonb,
      ${JSON.stringify(Object.fromEntries(open))}::jsonb, ${places && JSON.stringify(Object.fromEntries(places))}::jsonb,
      ${plainArray([...held.keys()])}::uuid[], ${plainArray([...held.values()])}::integer[])
    ON CONFLICT (company_id) DO UPDATE SET (lists, decision, person, read_at, until, unmatched, comers, owned, unowned, holders, held) =
      (excluded.lists, excluded.decision, excluded.person, excluded.read_at, excluded.until, excluded.unmatched, excluded.comers, excluded.owned,
      excluded.unowned, excluded.holders, excluded.held)`.execute(tx);
}

async function placesOf(
  tx: Tx,
  companyId: string,
  unowned: readonly UnownedAccount[],
  suggest: (label: string) => string | null,
): Promise<ReadonlyMap<string, readonly UnownedPlace[]>> {
  const { rows } = await sql<{
    index: number;
    rank: number;
  }>`SELECT a.index, u.rank::integer AS rank FROM app.account_lists l
    CROSS JOIN LATERAL unnest(l.places) WITH ORDINALITY u (place, rank)
    JOIN unnest(${plainArray(unowned.map(({ connection }) => connection))}::uuid[], ${plainArray(unowned.map(({ place }) => place))}::integer[],
      ${plainArray(unowned.map((_, index) => index))}::integer[]) a (connection, place, index) ON a.connection = l.connection_id AND a.place = u.place
    WHERE l.company_id = ${companyId} ORDER BY u.rank`.execute(tx);
  const placed = rows.map(({ index, rank }) => ({ ...unowned[index]!, rank }));
  return new Map(
    [...Map.groupBy(placed, ({ connection }) => connection)].map(([connection, own]) => [
      connection,
      own.map(({ rank, label, asked }): UnownedPlace => [rank, suggest(label), asked]),
    ]),
  );
}
