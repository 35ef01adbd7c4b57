import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { latest } from "./filed-within-year.ts";
import { endOfDay } from "./days.ts";
import {
  fails,
  isFiled,
  isUnknown,
  listOf,
  notConfirmed,
  looksItself,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import { meet } from "./same-person.ts";
import { wasHere } from "./took-part.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { readScope, SCOPE_UNREAD } from "./program-scope.ts";
import { findingsOf, foundedUntil, testNumbers, testsOf } from "./tested.ts";

const DAY_MS = 86_400_000;
/** Whoever owned a control so many days before an audit of it judges their own work. */
const OWNED_DAYS = 365;

/**
 * Audits of the last 365 days that are on file cover every control in scope together, and nobody audited a control that they owned within
 * the 365 days before. Of an outside firm the report is on file.
 */
export function audited(inputs: RegisterInputs): RegisterVerdict {
  const { register, scope, now } = inputs;
  const [tests, listed] = [register("tests"), register("people")];
  const missing = notWhole(tests, "Tests", now, looksItself) ?? notConfirmed(listed, "People", now);
  if (missing !== undefined) return isUnknown(missing);
  const asked = readScope(scope);
  if (!asked) return isUnknown(SCOPE_UNREAD);
  if (asked.controls.length === 0) return isUnknown("No control is in scope.");
  const people = new Map(listed.rows.map((row) => [row.id, row]));
  const audits = testsOf(tests, "audit").flatMap((row) => {
    const until = findingsOf(row) ? foundedUntil(row, now) : undefined;
    return until ? [{ row, until, outside: textOf(row, "by") === "outside" }] : [];
  });
  const testers = (row: SnapshotRow) => listOf(row, "testerIds");
  const isNamed = ({ row, outside }: (typeof audits)[number]) =>
    outside
      ? isFiled(row, "report") && textOf(row, "firm") !== undefined
      : textOf(row, "by") === "inside" &&
        testers(row).length > 0 &&
        testers(row).every((id) => wasHere(people.get(id), textOf(row, "doneOn")));
  const named = audits.filter(isNamed);
  // Whose a control is that somebody outside of People owns, nobody can tell.
  const ownersOf = (row: SnapshotRow) => {
    const done = endOfDay(textOf(row, "doneOn") ?? "").getTime();
    const since = done - (OWNED_DAYS + 1) * DAY_MS;
    return asked.owners.filter(
      ({ control, from, until }) =>
        listOf(row, "controls").includes(control) &&
        Date.parse(from) < done &&
        (until === null || since <= Date.parse(until)),
    );
  };
  const owns = ({ row, outside }: (typeof audits)[number]) =>
    !outside && ownersOf(row).some(({ personId }) => personId !== null && meet(inputs, testers(row), [personId]));
  const isUnclear = ({ row, outside }: (typeof audits)[number]) =>
    !outside && ownersOf(row).some(({ personId }) => personId === null);
  const independent = named.filter((audit) => !owns(audit));
  const covers = (control: string, among: typeof audits) =>
    latest(among.filter(({ row }) => listOf(row, "controls").includes(control)).map(({ until }) => until));
  const left = asked.controls.filter((control) => !covers(control, independent));
  if (left.length > 0) {
    const own = named.filter(owns).map(({ row }) => row);
    const why =
      own.length > 0
        ? ` Not counted, because a tester owned a control within 365 days before: ${testNumbers(own)}.`
        : "";
    return fails(`No audit of the last 365 days covers: ${some(left)}.${why}`);
  }
  const clear = independent.filter((audit) => !isUnclear(audit));
  const ends = asked.controls.map((control) => covers(control, clear));
  const unowned = independent.flatMap((audit) => (isUnclear(audit) ? ownersOf(audit.row) : []));
  const unclear = unowned.flatMap(({ control, personId }) => (personId === null ? [control] : []));
  if (ends.includes(undefined))
    return isUnknown(
      `The owner of these controls is not in People, and may be a tester: ${some([...new Set(unclear)])}.`,
    );
  return passes(`Audited within 365 days: ${asked.controls.length} controls, by people who owned none of them.`, [
    tests.confirmedUntil,
    listed.confirmedUntil,
    ...ends.map((end) => end ?? null),
  ]);
}
