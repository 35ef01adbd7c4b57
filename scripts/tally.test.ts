import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { readPlaywright, readVitest, settle, sum, summary } from "./tally.ts";

function report(content: unknown): string {
  const file = join(temporaryFolder(), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("the last line names skipped tests only when there are some", () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
  expect(
    summary(
      sum([
        { passed: 1, failed: 2, skipped: 1 },
        { passed: 2, failed: 0, skipped: 0 },
      ]),
    ),
  ).toBe("3 passed, 2 failed, 1 skipped");
});

test("a runner that fails without naming a test counts as a failure", () => {
  const nothing = { passed: 0, failed: 0, skipped: 0 };
  expect(settle(nothing, 1).failed).toBe(1);
  expect(settle(undefined, 1).failed).toBe(1);
  expect(settle(undefined, 0).failed).toBe(1);
  expect(settle({ ...nothing, failed: 3 }, 1).failed).toBe(3);
  expect(settle(nothing, 0)).toEqual(nothing);
});

test("a test file that cannot be loaded is a failure", () => {
  const file = report({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ],
  });
  expect(readVitest(file)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test("a journey that passes the second time only is a failure", () => {
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(readPlaywright(file)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test("a missing report is told apart from an empty one", () => {
  expect(readVitest(join(temporaryFolder(), "none.json"))).toBeUndefined();
});
