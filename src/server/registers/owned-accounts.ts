import { sql } from "kysely";
import { PROVE_DOMAINS } from "#domain/registers/rests-on.ts";
import type { Tx } from "../db/as-caller.ts";
import { matcherOf, readDecisions } from "./match-accounts.ts";
import type { Decision } from "./match-accounts.ts";
import { isAsked, listsOf, ownerOf, readPeople } from "./read-accounts.ts";
import type { AccountList, Listed } from "./read-accounts.ts";

/** An account that is not known to be disabled, as clocks and tasks look at it. */
export type OpenAccount = Pick<Listed, "provider" | "scope" | "source" | "id" | "label" | "active" | "createdOn"> & {
  /** When its list was read; an instant in ISO. */
  readonly seenAt: string;
};

/** Of more accounts that nobody has it is not kept which ones they are. */
export const MOST_UNOWNED = 5_000;

/** An account that is nobody's, as far as it is known. */
export interface UnownedAccount {
  readonly connection: string;
  /** Where it stands among the accounts as they were listed, from 1 on. */
  readonly place: number;
  readonly label: string;
  /** Whether somebody is asked whose it is. */
  readonly asked: boolean;
}

/** What lists of accounts ask of a company, and what is open of the people whom something is due of. */
interface OwnedAccounts {
  /** Whether any connection lists accounts. */
  readonly hasLists: boolean;
  /** How many accounts are nobody's. */
  readonly unmatched: number;
  /** By their ids the open accounts of people whose last day is known, and of those who were asked for. */
  readonly open: ReadonlyMap<string, readonly OpenAccount[]>;
}

/** What all of it was matched by, and the accounts that nobody has: all of them, or the first and one more than are kept. */
interface Matched {
  /** How many open accounts each of all people has, by their ids. */
  readonly held: ReadonlyMap<string, number>;
  readonly decisions: readonly Decision[];
  readonly people: Awaited<ReturnType<typeof readPeople>>;
  readonly unowned: readonly UnownedAccount[];
}

/** Matches all accounts of a company anew, one list after the other: of thousands no more than one is held. */
export async function matchOwned(
  tx: Tx,
  companyId: string,
  now: Date,
  askedFor: ReadonlySet<string>,
): Promise<OwnedAccounts & Matched> {
  const heads = await readHeads(tx, companyId);
  const open = new Map<string, OpenAccount[]>();
  const held = new Map<string, number>();
  if (heads.length === 0) return { hasLists: false, unmatched: 0, open, held, decisions: [], people: [], unowned: [] };
  const people = await readPeople(tx, companyId);
  const decisions = await readDecisions(tx, companyId);
  const matchOf = matcherOf(await readProved(tx, companyId), people, decisions, now);
  const wanted = new Set(people.flatMap(({ id, endsAt }) => (endsAt || askedFor.has(id) ? id : [])));
  let unmatched = 0;
  const unowned: UnownedAccount[] = [];
  for (const { connection, provider, scope, source, seenAt } of heads)
    for (const [index, account] of (await readAccounts(tx, companyId, connection)).entries()) {
      const listed = { ...account, provider, scope, source };
      const match = matchOf(listed);
      if (match.kind === "unmatched") {
        const asked = isAsked({ account: listed, match });
        if (asked) unmatched += 1;
        if (unowned.length <= MOST_UNOWNED) unowned.push({ connection, place: index + 1, label: account.label, asked });
      }
      const owner = ownerOf(match);
      if (owner === undefined || account.active === false) continue;
      held.set(owner, (held.get(owner) ?? 0) + 1);
      if (!wanted.has(owner)) continue;
      const { id, label, active, createdOn } = account;
      const own = { provider, scope, source, id, label, active, createdOn, seenAt: seenAt.toISOString() };
      open.set(owner, [...(open.get(owner) ?? []), own]);
    }
  return { hasLists: true, unmatched, open, held, decisions, people, unowned };
}

type Head = Pick<AccountList, "provider" | "scope" | "source" | "seenAt"> & { readonly connection: string };

async function readHeads(tx: Tx, companyId: string): Promise<readonly Head[]> {
  const { rows } = await sql<Head>`SELECT l.connection_id AS connection, k.provider, k.account_id AS scope, k.source,
      l.seen_at AS "seenAt" ${listsOf(companyId)} ORDER BY k.source, l.connection_id`.execute(tx);
  return rows;
}

async function readAccounts(tx: Tx, companyId: string, connection: string): Promise<AccountList["accounts"]> {
  const { rows } = await sql<Pick<AccountList, "accounts">>`SELECT l.accounts ${listsOf(companyId)}
    AND l.connection_id = ${connection}`.execute(tx);
  return rows[0]?.accounts ?? [];
}

/** Domains that are the company's, as far as any of its lists proves it. */
async function readProved(tx: Tx, companyId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    domain: string;
  }>`SELECT DISTINCT substr(x.email, strpos(x.email, '@') + 1) AS domain FROM (
      SELECT a.account ->> 'email' AS email FROM (SELECT l.accounts ${listsOf(companyId)}
        AND k.provider = ANY (${[...PROVE_DOMAINS]}::text[])) l
      CROSS JOIN LATERAL jsonb_array_elements(l.accounts) a (account)) x WHERE x.email <> ''`.execute(tx);
  return new Set(rows.map(({ domain }) => domain));
}
