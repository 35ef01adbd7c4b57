import { day as isCalendarDay } from "#domain/judge/shapes.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { countsUntil, filedUntil, latest } from "./filed-within-year.ts";
import { dayOf } from "./days.ts";
import {
  fails,
  isApproved,
  isExhibitOnFile,
  isUnknown,
  looksItself,
  notWhole,
  passes,
  some,
  textOf,
} from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { rewrittenTests, testNumbers, testsSeen, unknownTests } from "./tested.ts";

/**
 * A penetration test of the last 365 days by an outside firm is on file, and a retest on file closed each of its critical and high findings.
 * Of several each must be closed.
 */
export function penetrationTested({ register, now }: RegisterInputs): RegisterVerdict {
  const tests = register("tests");
  const all = testsSeen(tests, "pentest");
  const reports = new Set(all.flatMap((row) => textOf(row, "report") ?? []));
  const lately = all.filter((row) => countsUntil(textOf(row, "doneOn"), now));
  const open = lately.flatMap((row) => {
    const [grave, closed] = [numberOf(row, "grave") ?? 0, closedBy(row, reports, now)];
    return grave > closed ? [`TST-${row.number} (${closed} of ${grave} closed)`] : [];
  });
  const itself = lately.filter((row) => reports.has(textOf(row, "retest") ?? ""));
  const why =
    itself.length > 0
      ? ` The retest report of these is the report of a test: ${testNumbers(itself)}. Cite the report of the retest.`
      : "";
  if (open.length > 0) return fails(`No retest on file closed every critical and high finding: ${some(open)}.${why}`);
  const missing = notWhole(tests, "Tests", now, looksItself);
  if (missing !== undefined) return isUnknown(missing);
  // One of a day to come, or of none that can be read, may hold open findings.
  const isPast = (day: string | undefined) => isDay(day) && day <= dayOf(now);
  const undated = [...unknownTests(tests), ...all.filter((row) => !isPast(textOf(row, "doneOn")))];
  const unsaid = lately.filter((row) => numberOf(row, "grave") === undefined);
  if (undated.length + unsaid.length > 0)
    return isUnknown(
      `Kind, day, or critical and high findings are not stated: ${testNumbers([...undated, ...unsaid])}.`,
    );
  const rewritten = rewrittenTests(tests);
  if (rewritten.length > 0)
    return isUnknown(`Changed, and not approved by another person since: ${testNumbers(rewritten)}.`);
  const isOutside = (row: SnapshotRow) => textOf(row, "by") === "outside" && textOf(row, "firm") !== undefined;
  const until = latest(lately.filter(isOutside).map((row) => filedUntil(row, "report", "doneOn", now)));
  if (until === undefined) return fails("No penetration test of the last 365 days by an outside firm is on file.");
  return passes("Penetration tested within 365 days, with no critical or high finding open.", [
    tests.confirmedUntil,
    until,
  ]);
}

const isDay = (day: string | undefined): day is string => isCalendarDay(day);

function numberOf(row: SnapshotRow, field: string): number | undefined {
  const value = row.fields[field];
  return typeof value === "number" && value >= 0 ? value : undefined;
}

/** How many findings a retest closed whose report is on file, and is not the report of a test. */
function closedBy(row: SnapshotRow, reports: ReadonlySet<string>, now: Date): number {
  const day = textOf(row, "retestedOn");
  const retest = textOf(row, "retest") ?? "";
  // A report shows what was found, and not that it was closed since.
  const isOnFile = isApproved(row) && isExhibitOnFile(row, retest) && !reports.has(retest);
  const isRetested = isOnFile && day !== undefined && day <= dayOf(now) && day >= (textOf(row, "doneOn") ?? "9");
  return isRetested ? (numberOf(row, "closed") ?? 0) : 0;
}
