import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { changedSince, keptOfLists } from "./kept-accounts.ts";
import { readMoved, readStarting } from "./moved-people.ts";
import { matchOwned } from "./owned-accounts.ts";
import type { OpenAccount } from "./owned-accounts.ts";

type OpenAccounts = ReadonlyMap<string, readonly OpenAccount[]>;

/** Who starts, and whose role changed. */
interface Comers {
  readonly starting: Awaited<ReturnType<typeof readStarting>>;
  readonly moved: Awaited<ReturnType<typeof readMoved>>;
}

/** What lists of accounts ask of a company, and what is open of the people whom something is due of. */
export interface AskedAccounts {
  /** Whether any connection lists accounts. */
  readonly hasLists: boolean;
  /** How many accounts are nobody's. */
  readonly unmatched: number;
  /** By their ids how many open accounts those have whose last day is known, and maybe others. */
  readonly held: ReadonlyMap<string, number>;
  /** Who starts and whose role changed, where that was read for it. */
  readonly comers?: Comers;
  /** By their ids the open accounts of people who start or whose role changed. */
  readonly openOf: (people: readonly string[]) => Promise<OpenAccounts>;
}

interface Kept {
  readonly unmatched: number;
  readonly comers: readonly string[];
  readonly owned: Readonly<Record<string, readonly OpenAccount[]>>;
  /** People who changed since, with how many open accounts they have. */
  readonly changed: Readonly<Record<string, number>>;
}

/**
 * What was kept, as long as accounts are whose they were: nobody was added or has another address since, and nobody who shares theirs has ended or come
 * back. A last day, a title or a name changes nobody's accounts.
 */
async function readKept(tx: Tx, companyId: string, now: Date): Promise<Kept | undefined> {
  const { rows } =
    await sql<Kept>`WITH q AS MATERIALIZED (SELECT q.* ${keptOfLists(companyId, now)} AND q.holders IS NOT NULL),
    changed AS MATERIALIZED (SELECT x.id FROM q CROSS JOIN LATERAL ${changedSince} x (id))
    SELECT q.unmatched, q.comers, q.owned, CASE WHEN EXISTS (SELECT FROM changed) THEN (SELECT jsonb_object_agg(c.id, coalesce(u.held, 0))
      FROM changed c LEFT JOIN unnest(q.holders, q.held) u (id, held) ON u.id = c.id) ELSE '{}' END AS changed
    FROM q WHERE NOT EXISTS (SELECT FROM changed x
      LEFT JOIN app.record_changes c ON c.company_id = ${companyId} AND c.record_id = x.id AND c.ledger_index > q.person
      WHERE c.kind IS NULL OR c.kind = 'added' OR c.changes @> '[{"field": "email"}]' OR c.kind IN ('ended', 'reopened')
        AND EXISTS (SELECT FROM app.record_keys k JOIN app.record_keys o ON o.company_id = k.company_id AND o.register = k.register
            AND o.field = k.field AND o.value = k.value AND o.record_id <> k.record_id
          WHERE k.company_id = ${companyId} AND k.record_id = x.id AND k.register = 'people' AND k.field = 'email' AND k.value <> ''))`.execute(
      tx,
    );
  return rows[0];
}

/** As it was kept, or matched anew where anything that it follows from is otherwise by now. */
export async function readAsked(tx: Tx, companyId: string, now: Date): Promise<AskedAccounts> {
  const kept = await readKept(tx, companyId, now);
  if (!kept) return await matchAsked(tx, companyId, now);
  const { unmatched, owned, changed } = kept;
  const known = new Set([...kept.comers, ...Object.keys(owned)]);
  const open = new Map(Object.entries(owned));
  return {
    hasLists: true,
    unmatched,
    held: new Map([...Object.entries(changed), ...[...open].map(([id, own]) => [id, own.length] as const)]),
    // Of somebody who starts or moved since nothing but how many they have is kept.
    openOf: async (people) =>
      people.every((id) => known.has(id) || changed[id] === 0) ? open : await matchOpen(tx, companyId, now, people),
  };
}

async function matchAsked(tx: Tx, companyId: string, now: Date): Promise<AskedAccounts> {
  const [starting, moved] = await atOnce(readStarting(tx, companyId, now), readMoved(tx, companyId, now));
  const known = new Set([...starting, ...moved].map(({ id }) => id));
  const { hasLists, unmatched, open } = await matchOwned(tx, companyId, now, known);
  const held = new Map([...open].map(([id, own]) => [id, own.length]));
  return {
    hasLists,
    unmatched,
    held,
    comers: { starting, moved },
    // Of more comers than a list of tasks asks about, some are known only by their own pages.
    openOf: async (people) =>
      people.every((id) => known.has(id)) ? open : await matchOpen(tx, companyId, now, people),
  };
}

const matchOpen = async (tx: Tx, companyId: string, now: Date, people: readonly string[]): Promise<OpenAccounts> =>
  (await matchOwned(tx, companyId, now, new Set(people))).open;

/** Who left with accounts that are open, whatever their clock says. */
export async function readLeavers(tx: Tx, companyId: string, { held }: Pick<AskedAccounts, "held">, now: Date) {
  const ids = [...held].flatMap(([id, count]) => (count > 0 ? id : []));
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; number: number; name: string; ends_at: string }>`SELECT r.id,
      r.number::integer AS number, r.fields ->> 'name' AS name, r.fields ->> 'endsAt' AS ends_at
    FROM app.records r WHERE r.company_id = ${companyId} AND r.id = ANY (${plainArray(ids)}::uuid[])
      AND r.register = 'people' AND r.fields ? 'endsAt' ORDER BY r.number`.execute(tx);
  const register = findRegister("people")!;
  return rows.flatMap(({ id, number, name, ends_at: ends }) => {
    const endsAt = new Date(ends);
    return endsAt <= now ? [{ id, number: recordNumber(register, number), name, endsAt, open: held.get(id)! }] : [];
  });
}
