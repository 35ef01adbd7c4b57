import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./program.ts";
import type { Failure, SeenTest, Tally } from "./tally.ts";

/** The beginning of an error: two lines at most, and none of the stack. */
export function beginningOf(error: string): string {
  const lines = stripVTControlCharacters(error)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const stack = lines.findIndex((line) => /^at \S/.test(line));
  return (stack > 0 ? lines.slice(0, stack) : lines)
    .slice(0, 2)
    .map((line) => line.slice(0, 300))
    .join("\n");
}

/** Reads the report a runner has written as JSON; undefined when there is none. */
function readReport<T>(file: string, tallyOf: (report: T) => Tally): Tally | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  return tallyOf(JSON.parse(text) as T);
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** The tally of vitest's `--reporter=json`; undefined when there is no such file. */
export function readVitest(file: string): Tally | undefined {
  return readReport<VitestReport>(file, (report) => {
    // A file that cannot be loaded has failed without any of its tests having run.
    const unloadable = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && assertionResults.every((assertion) => assertion.status !== "failed"),
    );
    const failures = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => ({
          name: `${relative(root, name)} > ${fullName}`,
          file: relative(root, name),
          reason: beginningOf(failureMessages?.[0] ?? ""),
        })),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloadable.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [
        ...unloadable.map(({ name, message }) => ({
          name: relative(root, name),
          file: relative(root, name),
          reason: beginningOf(message),
        })),
        ...failures,
      ],
      seen: numbered(
        report.testResults.flatMap(({ name, assertionResults }) =>
          assertionResults.map(({ status, fullName }) => ({
            file: relative(root, name),
            name: fullName,
            ran: status === "passed" || status === "failed",
          })),
        ),
      ),
    };
  });
}

/** The same list, in which no two tests of a file have one name. */
function numbered(tests: readonly SeenTest[]): SeenTest[] {
  const times = new Map<string, number>();
  return tests.map((test) => {
    const key = `${test.file}\n${test.name}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return time === 1 ? test : { ...test, name: `${test.name} (${time})` };
  });
}

/** Whose files Playwright names from this folder. */
const END_TO_END = "tests";

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors?: readonly { readonly message?: string }[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** The tally of Playwright's `--reporter=json`; undefined when there is no such file. */
export function readPlaywright(file: string): Tally | undefined {
  return readReport<PlaywrightReport>(file, ({ stats, suites, errors = [] }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message = "" }) => ({ name: "before any end-to-end test", reason: beginningOf(message) })),
      ...suites.flatMap(failuresOf),
    ],
    seen: numbered(suites.flatMap(seenIn)),
  }));
}

function seenIn({ suites = [], specs }: PlaywrightSuite): SeenTest[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({ file: `${END_TO_END}/${file}`, name: title, ran: status !== "skipped" })),
  );
  return [...own, ...suites.flatMap(seenIn)];
}

function failuresOf({ suites = [], specs }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        name: `${file}:${line} > ${title}`,
        file: `${END_TO_END}/${file}`,
        reason: beginningOf(results.find(({ error }) => error)?.error?.message ?? ""),
      })),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}
