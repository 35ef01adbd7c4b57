import { Truth } from "#domain/facts/truth.ts";
import { counted } from "./counted.ts";
import { isOwnedBy } from "./owned-by.ts";
import { fails, isCertain, isUnknown, leftAt, mayBe, notConfirmed, passes, some } from "./registers.ts";
import type { ReadSystem, RegisterInputs, RegisterVerdict } from "./registers.ts";

/** Each repository that is not archived has a team that manages it, or somebody who works here and does. */
export function repositoriesOwned({ register, now }: RegisterInputs, system: ReadSystem): RegisterVerdict {
  const people = register("people");
  const read = system.repositories;
  if (!read) return isUnknown("No repository was read.");
  const rows = new Map(people.rows.map((row) => [row.id, row]));
  const personOf = (account: string) => rows.get(system.people.get(account) ?? "");
  const found = read.members
    .map(({ label, facts }) => {
      const byPerson = facts.managers.follow((ids) => Truth.any(ids.map((id) => isOwnedBy(personOf(id), now))));
      const byTeam = facts.teamOwned.is(true);
      return { label, facts, isActive: facts.archived.is(false), byTeam, truth: byTeam.or(byPerson) };
    })
    .filter(({ isActive }) => mayBe(isActive));
  const labels = (few: typeof found) => some(few.map(({ label }) => label));
  const missed = found.filter(({ truth }) => truth.outcome() === "fail");
  const certain = missed.filter(({ isActive }) => isCertain(isActive));
  if (certain.length > 0)
    return fails(`No team, and nobody who works here, manages these repositories: ${labels(certain)}.`);
  const left = found.filter(({ truth }) => !isCertain(truth));
  if (left.length > 0) return isUnknown(`Who manages these repositories is not known: ${labels(left)}.`);
  if (mayBe(read.whole.not())) return isUnknown("Not every repository was read.");
  if (found.length === 0) return isUnknown("No repository is active.");
  const byPeople = found.filter(({ byTeam }) => !isCertain(byTeam));
  const missing = byPeople.length > 0 ? notConfirmed(people, "People", now) : undefined;
  if (missing !== undefined) return isUnknown(missing);
  const managers = byPeople.map(({ facts }) => {
    const owners: string[] = [];
    facts.managers.say((ids) => String(owners.push(...ids)));
    const ends = owners.map(personOf).filter((row) => row && isCertain(isOwnedBy(row, now)));
    // While one of them works here it has an owner.
    const leaving = ends.map((row) => leftAt(row!));
    return leaving.includes(undefined) ? null : new Date(Math.max(...leaving.map((end) => end!.getTime())));
  });
  const ends = byPeople.length > 0 ? [people.confirmedUntil, ...managers] : [];
  return passes(
    counted(
      found.length,
      "active repository has a team or a person that manages it.",
      "active repositories each have a team or a person that manages them.",
    ),
    ends,
  );
}
