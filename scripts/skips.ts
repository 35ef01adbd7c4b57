import type { Failure, SeenTest } from "./tally.ts";

/** Tests that may be skipped, why, and where. */
export interface AllowedSkip {
  /** The test file, from the project's folder. */
  readonly file: string;
  /** What the names of its tests match. */
  readonly names: RegExp;
  /** What is missing here, in a few words. */
  readonly reason: string;
  /** Whether that is so on this machine. Elsewhere the tests have to run. */
  readonly isSo: () => boolean;
}

/** What came of the skipped tests of several stages. */
export interface SkipReport {
  /** Tests that ran in none of the stages. */
  readonly skipped: number;
  /** Those that may be skipped, by the reason. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
  /** Those that may not, and entries of the list that allow nothing any more. */
  readonly failures: readonly Failure[];
}

const LIST = "scripts/allowed-skips.ts";

/**
 * Judges what stages saw against the list. A test counts as run when it ran in one of them, under the same name in the same
 * file. Entries of files that no stage saw are left alone.
 */
export function judgeSkips(seen: readonly SeenTest[], allowed: readonly AllowedSkip[]): SkipReport {
  const ran = new Set(seen.filter((test) => test.ran).map(nameOf));
  const unrun = new Map(seen.filter((test) => !ran.has(nameOf(test))).map((test) => [nameOf(test), test]));
  const reasons = new Map<string, string[]>();
  const failures: Failure[] = [];
  for (const [name, test] of unrun) {
    const entries = allowed.filter((entry) => isOf(entry, test));
    const holds = entries.find(({ isSo }) => isSo());
    if (holds) reasons.set(holds.reason, [...(reasons.get(holds.reason) ?? []), name]);
    else failures.push({ name, reason: complaint(entries[0]) });
  }
  const met = new Set(seen.map(({ file }) => file));
  const stale = allowed.filter((entry) => met.has(entry.file) && !seen.some((test) => isOf(entry, test)));
  for (const { file, names } of stale)
    failures.push({ name: `${file} > ${names.source}`, reason: `${LIST} names it, and there is no such test` });
  return { skipped: unrun.size, reasons, failures };
}

/** Each reason with the number of tests, for the end of the output; empty where nothing was skipped. */
export function listOfSkips({ reasons }: SkipReport): string {
  return [...reasons].map(([reason, tests]) => `skipped ${String(tests.length).padStart(4)}  ${reason}`).join("\n");
}

/** Test files that no stage saw. `files`: all that there are; both from the project's folder. */
export function unseenFiles(files: readonly string[], seen: readonly SeenTest[]): Failure[] {
  const met = new Set(seen.map(({ file }) => file));
  return files.filter((file) => !met.has(file)).map((name) => ({ name, reason: "no stage of npm test ran this file" }));
}

const nameOf = ({ file, name }: SeenTest) => `${file} > ${name}`;
const isOf = ({ file, names }: AllowedSkip, test: SeenTest) => file === test.file && names.test(test.name);

function complaint(entry: AllowedSkip | undefined): string {
  return entry
    ? `skipped, which ${LIST} allows only where this is so: ${entry.reason}`
    : `skipped in every stage, and ${LIST} gives no reason`;
}
