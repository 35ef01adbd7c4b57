import { GRACE_MS, graceOf } from "./accounts.ts";
import { peopleIn } from "./people.ts";
import {
  fails,
  hasLeft,
  hasUnreadableEnd,
  isCertain,
  isUnknown,
  leftAt,
  mayBe,
  notConfirmed,
  passes,
  personOf,
  some,
} from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

/** Each account of somebody who left was seen disabled, 24 hours after they left at the latest. */
export function leaversDisabled(inputs: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const { register, now } = inputs;
  const people = register("people");
  const rows = peopleIn(inputs).byId;
  const { accounts, seenAt, programs } = system;
  const open = accounts.members.flatMap((account) => {
    const person = personOf(system, account, rows);
    return person && hasLeft(person, now) && mayBe(account.facts.active.is(true)) ? [{ account, person }] : [];
  });
  const named = (all: typeof open) => some(all.map(({ account, person }) => `${account.label} (PER-${person.number})`));
  const late = open.filter(({ person }) => leftAt(person) !== undefined && graceOf(person, now) <= now);
  // What was read before the 24 hours were over says nothing of afterwards.
  const failing = late.filter(
    ({ account, person }) => isCertain(account.facts.active.is(true)) && graceOf(person, now) <= seenAt,
  );
  if (failing.length > 0) return fails(`Open more than 24 hours after they left: ${named(failing)}.`);
  if (late.length > 0) return isUnknown(`Nothing that was read later says that they are disabled: ${named(late)}.`);
  const undated = open.filter(({ person }) => leftAt(person) === undefined);
  if (undated.length > 0)
    return isUnknown(
      `Nobody said when they left: ${named(undated)}. Reopen their records, then end them with the last day.`,
    );
  const unreadable = people.rows.filter((row) => row.state === "open" && hasUnreadableEnd(row));
  if (unreadable.length > 0)
    return isUnknown(
      `When these leave cannot be read: ${some(unreadable.map(({ number }) => `PER-${number}`))}. Say their last day in People.`,
    );
  const missing = notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const gone = people.rows.filter((row) => hasLeft(row, now));
  const unmatched = accounts.members.filter(
    (account) =>
      personOf(system, account, rows) === undefined &&
      mayBe(account.facts.active.is(true)) &&
      mayBe(account.facts.class.is("human")) &&
      !(now < (programs.get(account.key.id) ?? now)),
  );
  if (gone.length > 0 && unmatched.length > 0)
    return isUnknown(`Nobody said whose account it is: ${some(unmatched.map(({ label }) => label))}.`);
  if (mayBe(accounts.whole.not())) return isUnknown("Not every account was read.");
  if (open.length > 0) return isUnknown(`Due to be disabled within 24 hours of leaving: ${named(open)}.`);
  const leaving = people.rows.flatMap((row) => leftAt(row) ?? []).filter((end) => now < end);
  return passes(gone.length === 0 ? "Nobody has left." : `No account of the ${gone.length} who left is open.`, [
    people.confirmedUntil,
    ...leaving.map((end) => new Date(end.getTime() + GRACE_MS)),
    ...(gone.length > 0 ? accounts.members.flatMap(({ key }) => programs.get(key.id) ?? []) : []),
  ]);
}
