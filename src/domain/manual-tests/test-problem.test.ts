import { expect, test } from "vitest";
import { isAccepted } from "./acceptance.ts";
import { readExhibitNumbers } from "./number-list.ts";
import { sayTest } from "./say-test.ts";
import { testProblem } from "./test-problem.ts";
import type { TestProblem, TestWork } from "./test-problem.ts";

const passing: TestWork = {
  populationSize: 38,
  sample: [3, 9],
  passed: [3, 9],
  exceptions: [],
  conclusion: "passes",
  note: "",
};
const exception = { number: 9, found: "Marcus Webb could still open it." };
const nothing = { populationSize: 0, sample: [], passed: [] };

test.each<[what: string, work: Partial<TestWork>, problem: TestProblem | null]>([
  ["passes with each drawn item as expected", {}, null],
  ["needs a sample of what is there", { sample: [], passed: [] }, "test-sample-empty"],
  [
    "needs a sample also where it is not decided",
    { ...nothing, populationSize: 1, conclusion: "not decided" },
    "test-sample-empty",
  ],
  ["takes no result of an item that was not drawn", { passed: [3, 9, 10] }, "test-item-unknown"],
  [
    "takes no exception of an item that was not drawn",
    { exceptions: [{ number: 4, found: "x" }], conclusion: "fails" },
    "test-item-unknown",
  ],
  ["takes one result of each item", { exceptions: [exception], conclusion: "fails" }, "test-item-twice"],
  ["takes no result twice", { passed: [3, 9, 9] }, "test-item-twice"],
  ["does not pass with an exception", { passed: [3], exceptions: [exception] }, "test-exceptions-open"],
  ["does not pass with an item left open", { passed: [3] }, "test-items-open"],
  ["does not pass where nothing was tested", nothing, "test-nothing-tested"],
  ["fails by an exception, with items left open", { passed: [], exceptions: [exception], conclusion: "fails" }, null],
  ["does not fail without an exception", { conclusion: "fails" }, "test-without-exception"],
  ["says why it is not decided", { conclusion: "not decided" }, "test-without-reason"],
  ["takes no blank for a reason", { conclusion: "not decided", note: " \n" }, "test-without-reason"],
  [
    "may be left undecided where there is nothing to test",
    { ...nothing, conclusion: "not decided", note: "No matter is open." },
    null,
  ],
])("a test %s", (_what, work, problem) => {
  expect(testProblem({ ...passing, ...work })).toBe(problem);
});

test("a test is said in a sentence", () => {
  const said = { sample: 10, population: 38, found: [] as string[], note: "" };
  expect(sayTest({ ...said, conclusion: "passes" })).toBe("A person tested 10 of 38 and found no exception.");
  expect(sayTest({ ...said, conclusion: "fails", found: ["Marcus could\nopen it."] })).toBe(
    "A person tested 10 of 38 and found 1 exception: Marcus could open it.",
  );
  expect(sayTest({ ...said, conclusion: "fails", found: ["a", "b"] })).toBe(
    "A person tested 10 of 38 and found 2 exceptions, first: a.",
  );
  expect(sayTest({ ...said, conclusion: "not decided", note: "The list was not given" })).toBe(
    "A person could not decide it: The list was not given.",
  );
});

test("a failure is accepted while the check fails, until its last day in UTC is over, and never after it was ended", () => {
  const acceptance = { until: "2026-11-30", ended: false };
  const accepted = (outcome: string, moment: string, more = {}) =>
    isAccepted({ ...acceptance, ...more }, outcome, new Date(moment));
  expect(accepted("fail", "2026-11-30T23:59:59.999Z")).toBe(true);
  expect(accepted("fail", "2026-12-01T00:00:00Z")).toBe(false);
  expect(accepted("fail", "2026-11-23T00:00:00Z", { ended: true })).toBe(false);
  expect(["pass", "unknown", "not applicable", "not run"].some((item) => accepted(item, "2026-11-23T00:00:00Z"))).toBe(
    false,
  );
});

test("exhibit numbers are read as people type them", () => {
  expect(readExhibitNumbers("EX-3, 7-9 and 20")).toEqual([3, 7, 8, 9, 20]);
  expect(readExhibitNumbers("ex-000012; EX-10 to EX-11\n3")).toEqual([3, 10, 11, 12]);
  expect(readExhibitNumbers("5, 5")).toEqual([5]);
  expect(readExhibitNumbers("")).toEqual([]);
  for (const wrong of ["0", "9-7", "x", "1-9999", "3 4", "EX-"]) expect(readExhibitNumbers(wrong)).toBeUndefined();
});

test("a person's words are said in one line, without the spaces around and between them", () => {
  const said = { sample: 10, population: 38, note: "", conclusion: "fails" as const };
  expect(sayTest({ ...said, found: ["  Marcus  could\n\nopen it. "] })).toBe(
    "A person tested 10 of 38 and found 1 exception: Marcus could open it.",
  );
});

test.each([
  ["1-2000", 2_000],
  ["1500-1501", 2],
  ["1-1000, 3001-4000", 2_000],
  ["1-1500, 1-1500", 1_500],
  ["1-2001", undefined],
  ["1-1000, 3001-4001", undefined],
  ["1-999999999999", undefined],
  ["0", undefined],
  ["0-3", undefined],
  ["9-7", undefined],
])("as many exhibits as a request may name are read from %j", (text, count) => {
  expect(readExhibitNumbers(text)?.length).toBe(count);
});
