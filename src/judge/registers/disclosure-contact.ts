import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { day as isDay } from "#domain/judge/shapes.ts";
import { latest } from "./filed-within-year.ts";
import { fails, hasValue, isUnknown, listOf, looksItself, notWhole, passes, textOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { foundedUntil, rewrittenTests, testNumbers, testsOf, testsSeen, unknownTests } from "./tested.ts";

/**
 * The published contact of a site was answered in a test of the last 365 days whose report is on file. Of several tests the last one
 * counts, and of two on one day the worse.
 */
export function disclosureContact({ register, now }: RegisterInputs, systemId: string): RegisterVerdict {
  const tests = register("tests");
  const isOf = (row: SnapshotRow) => listOf(row, "systemIds").includes(systemId);
  const seen = testsSeen(tests, "disclosure").filter(isOf);
  const founded = testsOf(tests, "disclosure").flatMap((row) => {
    const isYes = isOf(row) && textOf(row, "answered") === "yes" && hasValue(row, "contact");
    const until = isYes ? foundedUntil(row, now) : undefined;
    return until === undefined ? [] : [{ day: textOf(row, "doneOn") ?? "", until }];
  });
  const lastDay = founded
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  const isLater = (row: SnapshotRow, or: "or that day" | "only") => {
    const done = textOf(row, "doneOn");
    if (lastDay === undefined || !isDay(done)) return true;
    return or === "only" ? done! > lastDay : done! >= lastDay;
  };
  const silent = seen.filter((row) => textOf(row, "answered") === "no" && isLater(row, "or that day"));
  if (silent.length > 0)
    return fails(`Nobody answered the last test of the published contact: ${testNumbers(silent)}.`);
  const missing = notWhole(tests, "Tests", now, looksItself);
  if (missing !== undefined) return isUnknown(missing);
  const unstated = [
    ...unknownTests(tests),
    ...testsSeen(tests, "disclosure").filter(
      (row) =>
        !isDay(textOf(row, "doneOn")) ||
        !["yes", "no"].includes(textOf(row, "answered") ?? "") ||
        listOf(row, "systemIds").length === 0,
    ),
  ];
  if (unstated.length > 0)
    return isUnknown(`Kind, day, site or answer of these is not stated: ${testNumbers(unstated)}.`);
  const rewritten = rewrittenTests(tests);
  if (rewritten.length > 0)
    return isUnknown(`Changed, and not approved by another person since: ${testNumbers(rewritten)}.`);
  const until = latest(founded.filter(({ day }) => day === lastDay).map((own) => own.until));
  const unsettled = seen.filter((row) => isLater(row, "only"));
  if (until !== undefined && unsettled.length > 0)
    return isUnknown(`A later test is not on file, or waits for another person: ${testNumbers(unsettled)}.`);
  if (until === undefined)
    return fails("No test of the last 365 days that is on file shows a published contact that was answered.");
  return passes("The published contact was answered in a test within 365 days.", [tests.confirmedUntil, until]);
}
