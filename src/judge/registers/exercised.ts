import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { countsUntil, latest } from "./filed-within-year.ts";
import { dayOf } from "./days.ts";
import {
  allFiled,
  fails,
  hasValue,
  instantOf,
  isUnknown,
  listOf,
  notConfirmed,
  looksItself,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import { absent } from "./took-part.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { actionsThatCount, findingsOf, foundedUntil, isFollowed, testsOf } from "./tested.ts";

/**
 * An exercise of the last 365 days that is on file, or an incident that was reviewed within them, names who took part, what was found, and
 * what follows from it.
 */
export function exercised(inputs: RegisterInputs): RegisterVerdict {
  const byTest = exercise(inputs);
  if (byTest.outcome === "pass") return byTest;
  return reviewedIncident(inputs) ?? byTest;
}

function exercise({ register, now }: RegisterInputs): RegisterVerdict {
  const [tests, actions, people] = [register("tests"), register("actions"), register("people")];
  const missing =
    notWhole(tests, "Tests", now, looksItself) ??
    notConfirmed(actions, "Actions", now) ??
    notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const tookPart = participation(people.rows);
  const counts = actionsThatCount(actions);
  const isWhole = (row: SnapshotRow) =>
    tookPart(listOf(row, "participantIds"), textOf(row, "doneOn")) &&
    findingsOf(row) !== undefined &&
    isFollowed(row, counts);
  const exercises = testsOf(tests, "exercise").filter(isWhole);
  const until = latest(exercises.map((row) => foundedUntil(row, now)));
  if (until === undefined) {
    const byId = new Map(people.rows.map((row) => [row.id, row]));
    const wrong = testsOf(tests, "exercise").flatMap((row) => {
      const strangers = absent(byId, listOf(row, "participantIds"), textOf(row, "doneOn"));
      return countsUntil(textOf(row, "doneOn"), now) && strangers.length > 0
        ? [`TST-${row.number} (${some(strangers)})`]
        : [];
    });
    const why =
      wrong.length > 0
        ? ` Not counted, because somebody is named who did not work here on that day: ${some(wrong)}. Correct who took part, or since when they work here.`
        : "";
    return fails(
      `No approved exercise or reviewed incident of the last 365 days has participants, findings, and an action for each finding, open or closed with proof.${why}`,
    );
  }
  return passes("The incident plan was exercised within 365 days.", [
    tests.confirmedUntil,
    actions.confirmedUntil,
    people.confirmedUntil,
    until,
  ]);
}

/**
 * What an incident that was closed within 365 days says, or an exercise that is recorded as one; undefined where there is none. Its lessons
 * are what was found, and its evidence is on file.
 */
function reviewedIncident({ register, now }: RegisterInputs): RegisterVerdict | undefined {
  const [incidents, actions, people] = [register("incidents"), register("actions"), register("people")];
  const tookPart = participation(people.rows);
  const counts = actionsThatCount(actions);
  const until = latest(
    incidents.rows.map((row) => {
      const [closed, discovered] = [instantOf(row, "closedAt"), instantOf(row, "discoveredAt")];
      const isReviewed =
        ["incident", "exercise"].includes(textOf(row, "kind") ?? "") &&
        allFiled(row, "evidence") &&
        hasValue(row, "lessons") &&
        discovered !== undefined &&
        closed !== undefined &&
        discovered <= closed &&
        closed <= now;
      if (!isReviewed || !tookPart(listOf(row, "responderIds"), dayOf(discovered), dayOf(closed))) return undefined;
      const follow = listOf(row, "actionIds");
      return follow.length > 0 && follow.every((id) => counts(id, dayOf(discovered)))
        ? countsUntil(dayOf(closed), now)
        : undefined;
    }),
  );
  if (until === undefined) return undefined;
  const missing =
    notWhole(incidents, "Incidents", now) ??
    notConfirmed(actions, "Actions", now) ??
    notConfirmed(people, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  return passes("An incident or exercise of the last 365 days was reviewed.", [
    incidents.confirmedUntil,
    actions.confirmedUntil,
    people.confirmedUntil,
    until,
  ]);
}

/** Whether these took part on a day, or between two: there is somebody, and each of them worked here then. */
function participation(people: readonly SnapshotRow[]) {
  const byId = new Map(people.map((row) => [row.id, row]));
  return (ids: readonly string[], day: string | undefined, until = day): boolean =>
    ids.length > 0 && absent(byId, ids, day, until).length === 0;
}
