import { Truth } from "#domain/facts/truth.ts";
import {
  dayOf,
  fails,
  isApproved,
  isCertain,
  isFiled,
  isUnknown,
  mayBe,
  notConfirmed,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { Account, RegisterInputs, RegisterVerdict } from "./registers.ts";

const YEAR_MS = 365 * 86_400_000;

/**
 * Whoever got their first account within the last 365 days was screened by that day, with a report on file that another person
 * approved, or has an approved exception that cites the law.
 */
export function screenedBeforeAccess({ register, systems, now }: RegisterInputs): RegisterVerdict {
  if (systems.length === 0) return isUnknown("No connected system says since when people have accounts.");
  const [screenings, people] = [register("screenings"), register("people")];
  const yearAgo = new Date(now.getTime() - YEAR_MS);
  const owned = systems.flatMap(({ accounts, people: owners, programs }) =>
    accounts.members
      .filter(({ key, facts }) => mayBe(facts.class.is("human")) && !(now < (programs.get(key.id) ?? now)))
      .map((account) => ({ account, owner: owners.get(account.key.id) })),
  );
  const isScreened = (personId: string, since: Date) =>
    screenings.rows.some((row) => {
      if (row.state !== "open" || !isApproved(row) || textOf(row, "personId") !== personId) return false;
      // The law's text may be hidden from the judge: that it is there is what is asked.
      if (textOf(row, "kind") === "exception") return row.fields["law"] !== undefined;
      const day = textOf(row, "completedOn");
      return isFiled(row, "report") && day !== undefined && day <= dayOf(since);
    });
  const truthOf = (personId: string, accounts: readonly Account[]) => {
    const made = accounts.map(({ facts }) => facts.createdAt);
    const isOlder = Truth.any(made.map((at) => at.atMost(yearAgo)));
    return isOlder.orElse(() => Truth.all(made.map((at) => at.holds((since) => isScreened(personId, since)))));
  };
  const matched = [...Map.groupBy(owned, ({ owner }) => owner)].flatMap(([owner, all]) =>
    owner === undefined
      ? []
      : [
          {
            owner,
            truth: truthOf(
              owner,
              all.map(({ account }) => account),
            ),
          },
        ],
  );
  const missing = notConfirmed(screenings, "Screenings", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  // Everybody reads this, and only managers read screenings: nobody is named.
  const left = matched.filter(({ truth }) => !mayBe(truth)).length;
  if (left > 0) return fails(`No screening before the first account: ${left} ${left === 1 ? "person" : "people"}.`);
  const unmatched = owned.filter(({ owner }) => owner === undefined);
  if (unmatched.length > 0)
    return isUnknown(`Nobody said whose account it is: ${some(unmatched.map(({ account }) => account.label))}.`);
  if (!matched.every(({ truth }) => isCertain(truth))) return isUnknown("Since when some have accounts was not read.");
  if (systems.some(({ accounts }) => mayBe(accounts.whole.not()))) return isUnknown("Not every account was read.");
  return passes(`${matched.length} people with accounts were screened before, or had one for a year.`, [
    screenings.confirmedUntil,
    people.confirmedUntil,
  ]);
}
