/** Accounts, and records of People, that were one person's until People no longer said so. */
export interface SameBefore {
  readonly accounts: readonly string[];
  readonly until: string;
}

/** Which accounts and records of People are one person's, in groups, and which were. */
export interface SameAccounts {
  readonly now: readonly (readonly string[])[];
  readonly before: readonly SameBefore[];
}

/** That somebody confirmed a register. */
export interface ConfirmedRegister {
  readonly by: string;
  readonly at: Date;
}

/** That somebody confirmed People. */
export type ConfirmedPeople = ConfirmedRegister;

/** Asks whether all of some accounts stand in one of these groups. */
function withinOne(groups: readonly (readonly string[])[]): (own: readonly string[]) => boolean {
  const sets = groups.map((group) => new Set(group));
  const of = new Map<string, Set<string>[]>();
  for (const group of sets) for (const id of group) of.set(id, [...(of.get(id) ?? []), group]);
  return (own) => (of.get(own[0] ?? "") ?? []).some((group) => own.every((id) => group.has(id)));
}

/**
 * Which accounts were one person's, by what the last sealing said and what People says now: until this sealing those whom it parts, and longer
 * ago those whom it parted before. None of whom somebody has confirmed People since, who was never one of them.
 */
export function sameBefore(
  last: SameAccounts,
  now: SameAccounts["now"],
  at: Date,
  confirmed: readonly ConfirmedPeople[],
): readonly SameBefore[] {
  const isSaid = withinOne(now);
  const isParted = (accounts: readonly string[]) => !isSaid(accounts);
  const parted = last.now.map((accounts) => ({ accounts, until: at.toISOString() }));
  const latest = new Map<string, SameBefore>();
  for (const entry of [...last.before, ...parted]) {
    const name = entry.accounts.join(" ");
    const other = latest.get(name);
    if (isParted(entry.accounts) && (!other || other.until < entry.until)) latest.set(name, entry);
  }
  const groups = [...now, ...last.now, ...last.before.map(({ accounts }) => accounts)];
  const everWith = new Map(
    [...new Set(confirmed.map(({ by }) => by))].map((by) => [
      by,
      new Set(groups.flatMap((group) => (group.includes(by) ? group : []))),
    ]),
  );
  const isOneOf = (who: string, accounts: readonly string[]) => accounts.some((id) => everWith.get(who)!.has(id));
  const isReleased = ({ accounts, until }: SameBefore) =>
    confirmed.some(({ by, at: when }) => when > new Date(until) && !isOneOf(by, accounts));
  return [...latest.values()].filter((entry) => !isReleased(entry));
}

/** Groups of accounts that are one person's for what was done at a moment: what People says now, and what it had not taken back by then. */
export const groupsAt = ({ now, before }: SameAccounts, at: Date): readonly (readonly string[])[] => [
  ...now,
  ...before.flatMap(({ accounts, until }) => (Date.parse(until) > at.getTime() ? [accounts] : [])),
];
