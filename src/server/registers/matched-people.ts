import { sql } from "kysely";
import type { SameBefore } from "#domain/registers/same-before.ts";
import { whoIs } from "#domain/registers/same-people.ts";
import type { KnownPerson } from "#domain/registers/same-people.ts";
import type { AccountKey, MatchedAccount } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import type { AccountMatch, MatchedPerson } from "./match-accounts.ts";

/** Everyone in People, as accounts are matched with. */
export async function readMatchedPeople(tx: Tx, companyId: string): Promise<readonly MatchedPerson[]> {
  const { rows } = await sql<{
    id: string;
    email: string | null;
    employee: string | null;
    ends: string | null;
    ended: boolean;
    vouched: boolean | null;
  }>`SELECT r.id, r.vouched_email = lower(r.fields ->> 'email') AS vouched, r.fields ->> 'email' AS email, r.fields ->> 'employeeId' AS employee, r.fields ->> 'endsAt' AS ends, r.ended_at IS NOT NULL AS ended
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' ORDER BY r.number`.execute(tx);
  return rows.map(({ id, email, employee, ends, ended, vouched }) => ({
    id,
    email: email ?? undefined,
    employeeId: employee ?? undefined,
    endsAt: ends === null ? undefined : new Date(ends),
    ended,
    vouched: vouched === true,
  }));
}

/** What tells which records of People are one person's: address, employee id, and the addresses of their accounts. */
export function knownPeople(
  people: readonly MatchedPerson[],
  matches: readonly AccountMatch[],
): readonly KnownPerson[] {
  const addresses = Map.groupBy(
    matches.flatMap(({ account: { email }, match }) =>
      match.kind === "person" && email !== null ? [{ personId: match.personId, email }] : [],
    ),
    ({ personId }) => personId,
  );
  return people.map(({ id, email, employeeId }) => ({
    id,
    email,
    employeeId,
    accounts: (addresses.get(id) ?? []).map((own) => own.email),
  }));
}

/** Whether two accounts in Exhibit are one person's, as People has it. Staff act by their record of People: it is an account of theirs. */
export function sameAccounts(
  groups: readonly (readonly string[])[],
  rows: readonly { readonly user_id: string; readonly person_id: string }[],
): (a: string, b: string) => boolean {
  const who = whoIs(groups);
  const peopleOf = Map.groupBy(rows, (row) => row.user_id);
  const groupsOf = (id: string) => new Set([who(id), ...(peopleOf.get(id) ?? []).map((row) => who(row.person_id))]);
  return (a, b) => {
    if (a === b) return true;
    const own = groupsOf(a);
    return [...groupsOf(b)].some((group) => own.has(group));
  };
}

/** Accounts in Exhibit that are one person's, in groups, as People has it, with these records of People among them. */
export function accountGroups(
  groups: readonly (readonly string[])[],
  rows: readonly { readonly user_id: string; readonly person_id: string }[],
  records: readonly string[],
): readonly (readonly string[])[] {
  const who = whoIs(groups);
  const all = [...rows, ...records.map((id) => ({ user_id: id, person_id: id }))];
  const byPerson = Map.groupBy(all, (row) => who(row.person_id));
  return [...byPerson.values()]
    .map((own) => [...new Set(own.map((row) => row.user_id))].toSorted())
    .filter((own) => own.length > 1)
    .toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
}

/** Of groups of accounts that were one person's, the records of People. */
export function recordsOf(
  before: readonly SameBefore[],
  people: readonly Pick<MatchedPerson, "id">[],
): readonly string[][] {
  if (before.length === 0) return [];
  const known = new Set(people.map(({ id }) => id));
  const groups = before.map(({ accounts }) => accounts.filter((id) => known.has(id)));
  return groups.filter((own) => own.length > 1);
}

/** What names an account for good. */
export const keyOf = ({ provider, scope, id }: AccountKey): AccountKey => ({ provider, scope, id });

/** By a person's record their accounts. */
export function accountsByPerson(matches: readonly AccountMatch[]): ReadonlyMap<string, readonly MatchedAccount[]> {
  const owned = new Map<string, MatchedAccount[]>();
  for (const { account, match } of matches) {
    if (match.kind !== "person") continue;
    const own = owned.get(match.personId) ?? [];
    own.push({ ...keyOf(account), by: match.by });
    owned.set(match.personId, own);
  }
  return owned;
}
