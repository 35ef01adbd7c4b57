import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { root } from "./program.ts";
import { beginningOf, readPlaywright, readVitest } from "./runner-reports.ts";

function report(content: unknown): string {
  const file = join(temporaryFolder(), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("each test that failed is named with its error; a file that cannot be loaded is a failure", () => {
  const passed = { status: "passed", fullName: "adds", failureMessages: [] };
  const skipped = { status: "skipped", fullName: "adds", failureMessages: [] };
  const error = "Error: expected 3 to be 4\n    at src/sum.test.ts:3:1";
  const file = report({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { name: join(root, "src/lost.test.ts"), status: "failed", message: "No such module", assertionResults: [] },
      {
        name: join(root, "src/sum.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [{ status: "failed", fullName: "numbers adds", failureMessages: [error] }, passed],
      },
      { name: join(root, "src/well.test.ts"), status: "passed", message: "", assertionResults: [passed, skipped] },
    ],
  });
  expect(readVitest(file)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 2,
    failures: [
      { file: "src/lost.test.ts", name: "src/lost.test.ts", reason: "No such module" },
      { file: "src/sum.test.ts", name: "src/sum.test.ts > numbers adds", reason: "Error: expected 3 to be 4" },
    ],
    seen: [
      { file: "src/sum.test.ts", name: "numbers adds", ran: true },
      { file: "src/sum.test.ts", name: "adds", ran: true },
      { file: "src/well.test.ts", name: "adds", ran: true },
      { file: "src/well.test.ts", name: "adds (2)", ran: false },
    ],
  });
});

test("an end-to-end test that passes the second time only is a failure, and is named like one that never passes", () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "end-to-end/ana.spec.ts",
    line: 7,
    tests: [{ status, results: message ? [{ error: { message } }, {}] : [{}] }],
  });
  const file = report({
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        specs: [
          spec("signs in", "expected"),
          spec("signs out", "flaky", "\u001b[31mTimeout\u001b[39m\n\nof 10 s\nat x"),
        ],
        suites: [
          { specs: [spec("is asked again", "unexpected", "Error: strict mode\nviolation\nand more")] },
          { specs: [spec("waits", "skipped")] },
        ],
      },
    ],
  });
  expect(readPlaywright(file)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
    failures: [
      {
        file: "tests/end-to-end/ana.spec.ts",
        name: "end-to-end/ana.spec.ts:7 > signs out",
        reason: "Timeout\nof 10 s",
      },
      {
        file: "tests/end-to-end/ana.spec.ts",
        name: "end-to-end/ana.spec.ts:7 > is asked again",
        reason: "Error: strict mode\nviolation",
      },
    ],
    seen: [
      { file: "tests/end-to-end/ana.spec.ts", name: "signs in", ran: true },
      { file: "tests/end-to-end/ana.spec.ts", name: "signs out", ran: true },
      { file: "tests/end-to-end/ana.spec.ts", name: "is asked again", ran: true },
      { file: "tests/end-to-end/ana.spec.ts", name: "waits", ran: false },
    ],
  });
});

test("of an error of a property, the seed is kept; of a long line, its beginning", () => {
  const error = `Error: Property failed after 8 tests\n{ seed: 5, path: "7:1" }\nCounterexample: [[]]\n    at fc`;
  expect(beginningOf(error)).toBe(`Error: Property failed after 8 tests\n{ seed: 5, path: "7:1" }`);
  expect(beginningOf("x".repeat(10_000))).toHaveLength(300);
});

test("a missing report is told apart from an empty one", () => {
  expect(readVitest(join(temporaryFolder(), "none.json"))).toBeUndefined();
});
