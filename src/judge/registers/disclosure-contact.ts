import { contactTests, isContactTest } from "./contact-tests.ts";
import type { ContactTest } from "./contact-tests.ts";
import { latest } from "./filed-within-year.ts";
import { fails, isUnknown, looksItself, notWhole, passes } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { isSentTest, rewrittenTests, testNumbers, unknownTests } from "./tested.ts";

const numbersOf = (tests: readonly ContactTest[]) => testNumbers(tests.map(({ row }) => row));

/**
 * The published contact of a site answered in a test of the last 365 days: somebody opened the one-time link that Exhibit mailed to it, or a
 * report of the answer is on file. Of several tests the last one counts, and of two on one day the worse. A link that waits says nothing yet.
 */
export function disclosureContact({ register, now }: RegisterInputs, systemId: string): RegisterVerdict {
  const tests = register("tests");
  const all = contactTests(tests, now);
  if (all.length === 0 && tests.rows.some(isContactTest))
    return isUnknown("Each test of a published contact was withdrawn. Send another.");
  const own = all.filter(({ systemIds, answer }) => systemIds.includes(systemId) && answer !== "waiting");
  const founded = own.filter(({ until }) => until !== undefined);
  const lastDay = founded
    .flatMap(({ day }) => day ?? [])
    .toSorted()
    .at(-1);
  const isLater = ({ day }: ContactTest, or: "or that day" | "only") =>
    lastDay === undefined || day === undefined || (or === "only" ? day > lastDay : day >= lastDay);
  const silent = own.filter((test) => test.answer === "no" && isLater(test, "or that day"));
  if (silent.length > 0) return fails(`Nobody answered the last test of the published contact: ${numbersOf(silent)}.`);
  const missing = notWhole(tests, "Tests", now, looksItself);
  if (missing !== undefined) return isUnknown(missing);
  const unstated = [
    ...unknownTests(tests).filter((row) => !isSentTest(row)),
    ...all
      .filter((test) => test.day === undefined || test.answer === undefined || test.systemIds.length === 0)
      .map(({ row }) => row),
  ];
  if (unstated.length > 0)
    return isUnknown(`Kind, day, site or answer of these is not stated: ${testNumbers(unstated)}.`);
  const rewritten = rewrittenTests(tests);
  if (rewritten.length > 0)
    return isUnknown(`Changed, and not approved by another person since: ${testNumbers(rewritten)}.`);
  const until = latest(founded.filter(({ day }) => day === lastDay).map((test) => test.until));
  const unsettled = own.filter((test) => isLater(test, "only"));
  if (until !== undefined && unsettled.length > 0)
    return isUnknown(`A later test is not on file, or waits for another person: ${numbersOf(unsettled)}.`);
  if (until === undefined) return fails(whyNone(all, systemId));
  const waits = all.filter(({ systemIds }) => systemIds.includes(systemId)).map(({ waitsUntil }) => waitsUntil ?? null);
  return passes("The published contact was answered in a test within 365 days.", [
    tests.confirmedUntil,
    until,
    ...waits,
  ]);
}

function whyNone(all: readonly ContactTest[], systemId: string): string {
  const waiting = all.filter(({ systemIds, answer }) => systemIds.includes(systemId) && answer === "waiting");
  const none = "No test of the last 365 days that is on file shows a published contact that was answered.";
  return waiting.length === 0 ? none : `${none} Waiting for an answer: ${numbersOf(waiting)}.`;
}
