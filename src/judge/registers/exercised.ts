import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { latest } from "./filed-within-year.ts";
import { fails, isUnknown, listOf, notConfirmed, notWhole, passes, textOf, wasHere } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { findingsOf, foundedUntil, isFollowed, testsOf } from "./tested.ts";

/** An exercise of the last 365 days that is on file names who took part, what was found, and an action for each finding. */
export function exercised({ register, now }: RegisterInputs): RegisterVerdict {
  const [tests, actions, people] = [register("tests"), register("actions"), register("people")];
  const missing =
    notWhole(tests, "Tests", now) ?? notConfirmed(actions, "Actions", now) ?? notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const byId = new Map(people.rows.map((row) => [row.id, row]));
  const isWhole = (row: SnapshotRow) => {
    const participants = listOf(row, "participantIds");
    const areKnown = participants.every((id) => byId.has(id));
    const tookPart = participants.some((id) => wasHere(byId.get(id), textOf(row, "doneOn")));
    return areKnown && tookPart && findingsOf(row) !== undefined && isFollowed(row, actions);
  };
  const exercises = testsOf(tests, "exercise").filter(isWhole);
  const until = latest(exercises.map((row) => foundedUntil(row, now)));
  if (until === undefined)
    return fails(
      "No approved exercise of the last 365 days has participants, findings, and an action for each finding, open or closed with proof.",
    );
  return passes("The incident plan was exercised within 365 days.", [
    tests.confirmedUntil,
    actions.confirmedUntil,
    people.confirmedUntil,
    until,
  ]);
}
