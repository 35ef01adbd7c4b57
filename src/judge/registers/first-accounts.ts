import { Truth } from "#domain/facts/truth.ts";
import type { AskedSystem } from "#domain/registers/snapshot.ts";
import { accountsRead, readUntil } from "./read-systems.ts";
import { dayOf, isCertain, isUnknown, mayBe, some } from "./registers.ts";
import type { Account, ReadSystem, RegisterVerdict } from "./registers.ts";

/** Since when somebody has accounts in connected systems. */
export interface FirstAccount {
  readonly personId: string;
  /** When the first of them was made, of those of which that was read. */
  readonly at: Date | undefined;
  readonly day: string | undefined;
  /** Whether it was read of each. */
  readonly isWhole: boolean;
  readonly isOlderThan: (instant: Date) => Truth;
}

interface FirstAccounts {
  readonly people: readonly FirstAccount[];
  /** Accounts that may be a person's, and nobody said whose. */
  readonly unmatched: readonly Account[];
}

/**
 * Since when people have accounts. Identity providers say it of everybody; another system counts where it says when an account was made,
 * and is not asked where it does not.
 */
export function firstAccounts(
  systems: readonly ReadSystem[],
  identityProviders: readonly AskedSystem[],
  now: Date,
): FirstAccounts {
  const asked = new Set(identityProviders.map(({ systemId }) => systemId));
  const owned = systems.flatMap(({ systemId, accounts, people, programs }) => {
    const isAsked = asked.has(systemId);
    return accounts.members
      .map((account) => ({ account, owner: people.get(account.key.id), isAsked }))
      .filter(
        ({ account: { key, facts }, owner }) =>
          mayBe(facts.class.is("human")) &&
          !(now < (programs.get(key.id) ?? now)) &&
          (isAsked || (owner !== undefined && isCertain(facts.createdAt.exists()))),
      );
  });
  const people = [...Map.groupBy(owned, ({ owner }) => owner)].flatMap(([personId, all]): FirstAccount[] => {
    if (personId === undefined) return [];
    const made = all.map(({ account }) => account.facts.createdAt);
    const days: Date[] = [];
    for (const at of made) at.say((date) => String(days.push(date)));
    const first = days.reduce<Date | undefined>(
      (oldest, date) => (oldest && oldest <= date ? oldest : date),
      undefined,
    );
    return [
      {
        personId,
        at: first,
        day: first && dayOf(first),
        isWhole: days.length === made.length,
        isOlderThan: (instant) => Truth.any(made.map((at) => at.atMost(instant))),
      },
    ];
  });
  return { people, unmatched: owned.flatMap(({ account, owner }) => (owner === undefined ? [account] : [])) };
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
  return people.every(({ isWhole }) => isWhole) ? undefined : isUnknown("Since when some have accounts was not read.");
}

/** When what was read of accounts ends, and what was said of those of programs: a pass ends with them. */
export const accountsUntil = (systems: readonly ReadSystem[]): readonly Date[] =>
  systems.flatMap((system) => [
    readUntil(system),
    ...system.accounts.members.flatMap(({ key }) => system.programs.get(key.id) ?? []),
  ]);
