import { Truth } from "#domain/facts/truth.ts";
import type { FormerStarts } from "#domain/registers/former-start.ts";
import { SCREENED_DAYS } from "#domain/registers/screenings.ts";
import type { AskedSystem, SnapshotRow } from "#domain/registers/snapshot.ts";
import { accountsRead, readUntil } from "./read-systems.ts";
import { dayOf } from "./days.ts";
import { isCertain, isUnknown, mayBe, some, textOf } from "./registers.ts";
import type { Account, ReadSystem, RegisterVerdict } from "./registers.ts";

/** Since when somebody has access to connected systems. */
export interface FirstAccount {
  readonly personId: string;
  /** The day of their first access, of accounts of which it was read when they were made. */
  readonly day: string | undefined;
  /** The day on which the oldest of them was made, whoever had it then: what is stated never makes it later. */
  readonly madeOn: string | undefined;
  /** Whether it was read of each. */
  readonly isWhole: boolean;
  /** Whether it is stated since when they work here. */
  readonly isDated: boolean;
  /** Whether they have had an account, and worked here, for a year. */
  readonly isLongSince: Truth;
}

interface FirstAccounts {
  readonly people: readonly FirstAccount[];
  /** Accounts that may be a person's, and nobody said whose. */
  readonly unmatched: readonly Account[];
}

/**
 * Since when people have access. Identity providers say it of everybody; another system counts where it says when an account was made, and
 * is not asked where it does not. An account may be older than its owner's work here, because somebody else had it before or because a
 * provider says when it was made anywhere: since when somebody works here is stated, and so it only asks for more. So does what was stated
 * before: who is new by the latest day that was ever said is asked by the earliest of those by which they are.
 */
export function firstAccounts(
  systems: readonly ReadSystem[],
  identityProviders: readonly AskedSystem[],
  people: readonly SnapshotRow[],
  former: readonly FormerStarts[],
  now: Date,
): FirstAccounts {
  const asked = new Set(identityProviders.map(({ systemId }) => systemId));
  const owned = systems.flatMap(({ systemId, accounts, people: owners, programs }) => {
    const isAsked = asked.has(systemId);
    return accounts.members
      .map((account) => ({ account, owner: owners.get(account.key.id), isAsked }))
      .filter(
        ({ account: { key, facts }, owner }) =>
          mayBe(facts.class.is("human")) &&
          !(now < (programs.get(key.id) ?? now)) &&
          (isAsked || (owner !== undefined && isCertain(facts.createdAt.exists()))),
      );
  });
  const yearAgo = new Date(now.getTime() - SCREENED_DAYS * 86_400_000);
  const rows = new Map(people.map((row) => [row.id, row]));
  const isWithinYear = (date: Date) => yearAgo < date;
  const saidBefore = new Map(
    former.flatMap(({ people: ids, days }) => {
      const said = earliest(days.map((day) => new Date(day)).filter(isWithinYear));
      return said ? ids.map((id) => [id, said] as const) : [];
    }),
  );
  const found = [...Map.groupBy(owned, ({ owner }) => owner)].flatMap(([personId, all]): FirstAccount[] => {
    if (personId === undefined) return [];
    const made = all.map(({ account }) => account.facts.createdAt);
    const days: Date[] = [];
    for (const at of made) at.say((date) => String(days.push(date)));
    const startsAt = startOf(rows.get(personId));
    const newSince = earliest(
      [startsAt, saidBefore.get(personId)].flatMap((date) => (date && isWithinYear(date) ? date : [])),
    );
    // Of an account from long before somebody started, their access begins as they start; before that it is access all the same.
    const since = days.map((date) => (newSince && !isWithinYear(date) ? earlier(newSince, now) : date));
    const [first, oldest] = [earliest(since), earliest(days)];
    return [
      {
        personId,
        day: first && dayOf(first),
        madeOn: oldest && dayOf(oldest),
        isWhole: days.length === made.length,
        isDated: startsAt !== undefined,
        isLongSince: newSince ? Truth.any([]) : Truth.any(made.map((at) => at.atMost(yearAgo))),
      },
    ];
  });
  return { people: found, unmatched: owned.flatMap(({ account, owner }) => (owner === undefined ? [account] : [])) };
}

const earliest = (dates: readonly Date[]): Date | undefined =>
  dates.reduce<Date | undefined>((first, date) => (first ? earlier(first, date) : date), undefined);
const earlier = (a: Date, b: Date): Date => (b < a ? b : a);

/** When somebody started; undefined where nobody said, or where it cannot be read. */
function startOf(row: SnapshotRow | undefined): Date | undefined {
  const at = Date.parse((row && textOf(row, "startsAt")) ?? "");
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Why it is not known of everybody since when they have an account; undefined where it is. */
export function firstAccountsUnknown(
  { people, unmatched }: FirstAccounts,
  systems: readonly ReadSystem[],
  identityProviders: readonly AskedSystem[] | null,
  now: Date,
): RegisterVerdict | undefined {
  if (identityProviders === null) return isUnknown("Nobody said whether there is an identity provider.");
  if (identityProviders.length === 0) return isUnknown("No identity provider says since when people have accounts.");
  const { unread } = accountsRead(identityProviders, systems, now);
  if (unread.length > 0) return isUnknown(`Who has an account there was not read: ${some(unread)}.`);
  if (unmatched.length > 0)
    return isUnknown(`Nobody said whose account it is: ${some(unmatched.map(({ label }) => label))}.`);
  if (!people.every(({ isWhole }) => isWhole)) return isUnknown("Since when some have accounts was not read.");
  return people.every(({ isDated }) => isDated) ? undefined : isUnknown("Since when some work here is not stated.");
}

/** When what was read of accounts ends, and what was said of those of programs: a pass ends with them. */
export const accountsUntil = (systems: readonly ReadSystem[]): readonly Date[] =>
  systems.flatMap((system) => [
    readUntil(system),
    ...system.accounts.members.flatMap(({ key }) => system.programs.get(key.id) ?? []),
  ]);
