import { readFileSync } from "node:fs";

/** How many of something passed, failed and were skipped. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = (part: keyof Tally) => tallies.reduce((count, tally) => count + tally[part], 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * The tally of a runner that ended with `code`. One that fails without naming a failed test, because it could not
 * even begin or because something broke between the tests, counts as one failure.
 */
export function settle(reported: Tally | undefined, code: number): Tally {
  const tally = reported ?? { passed: 0, failed: 0, skipped: 0 };
  const silent = tally.failed === 0 && (code !== 0 || reported === undefined);
  return silent ? { ...tally, failed: 1 } : tally;
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
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
}

export function readVitest(file: string): Tally | undefined {
  return readReport<VitestReport>(file, (report) => {
    // A file that cannot be loaded has failed without any of its tests having run.
    const unloadable = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && assertionResults.every((assertion) => assertion.status !== "failed"),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloadable.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  });
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

export function readPlaywright(file: string): Tally | undefined {
  return readReport<PlaywrightReport>(file, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}
