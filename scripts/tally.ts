import { stripVTControlCharacters } from "node:util";

/** How many of something passed, failed and were skipped. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One for each that failed. */
  readonly failures: readonly Failure[];
  /** Each test by its name, where the runner names them. */
  readonly seen?: readonly SeenTest[];
}

/** A test that a stage knows of. */
export interface SeenTest {
  /** From the project's folder. */
  readonly file: string;
  /** The second of the same name in one file ends in "(2)". */
  readonly name: string;
  /** False where it was skipped. */
  readonly ran: boolean;
}

export interface Failure {
  /** Where it is, and what it promises. */
  readonly name: string;
  /** How its error begins; the seed is in the second line, where a property failed. */
  readonly reason: string;
  /** The test file it is in, from the project's folder, where one is known. */
  readonly file?: string;
}

/** What of a stage's failures stands after the files they are in were run again, with nothing beside them. */
export interface SecondLook {
  /** The stage's tally with what passed the second time counted as passed. */
  readonly tally: Tally;
  /** What failed and then passed: it depends on what runs beside it, and has to be mended. */
  readonly unsteady: readonly Failure[];
}

/**
 * Compares a stage's failures with a second run of their files. A failure stands unless its whole file ran and passed: a file that
 * the second run did not reach proves nothing.
 */
export function lookAgain(first: Tally, second: Tally): SecondLook {
  const failed = new Set(second.failures.map(({ file }) => file));
  const isWhole = second.failures.every(({ file }) => file !== undefined);
  const ran = new Set((second.seen ?? []).filter((test) => test.ran).map(({ file }) => file));
  const isSteady = ({ file }: Failure) => file === undefined || !isWhole || failed.has(file) || !ran.has(file);
  const failures = first.failures.filter(isSteady);
  const unsteady = first.failures.filter((failure) => !isSteady(failure));
  // What could not even begin the first time, because what it stands on failed, has run now.
  const again = new Set(unsteady.map(({ file }) => file));
  const ranNow = new Set((second.seen ?? []).filter((test) => test.ran && again.has(test.file)).map(nameOf));
  const late = (first.seen ?? []).filter((test) => !test.ran && ranNow.has(nameOf(test)));
  const tally = {
    ...first,
    passed: first.passed + unsteady.length + late.length,
    failed: first.failed - unsteady.length,
    skipped: first.skipped - late.length,
    failures,
    ...(late.length > 0 && { seen: first.seen!.map((test) => (late.includes(test) ? { ...test, ran: true } : test)) }),
  };
  return { tally, unsteady };
}

const nameOf = ({ file, name }: SeenTest) => `${file} > ${name}`;

export function sum(tallies: readonly Tally[]): Tally {
  const total = (part: "passed" | "failed" | "skipped") => tallies.reduce((count, tally) => count + tally[part], 0);
  const failures = tallies.flatMap((tally) => tally.failures);
  const seen = tallies.flatMap((tally) => tally.seen ?? []);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped"), failures, seen };
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** What stands above the last line: whoever sees only the end of the output knows what to look at. */
export function listOf(failures: readonly Failure[], word = "FAILED"): string {
  return failures.map(({ name, reason }) => `${word}  ${name}\n${reason.replaceAll(/^/gm, "        ")}`).join("\n");
}

/**
 * The tally of a runner that ended with `code` after it had said `output`. One that fails without naming a failed test,
 * because it could not even begin or because something broke between the tests, counts as one failure.
 */
export function settle(reported: Partial<Tally> | undefined, code: number, output = ""): Tally {
  const tally = { passed: 0, failed: 0, skipped: 0, failures: [], ...reported };
  const silent = tally.failed === 0 && (code !== 0 || reported === undefined);
  if (!silent) return tally;
  return { ...tally, failed: 1, failures: [{ name: `ended with ${code}`, reason: complaintIn(output) }] };
}

/** The first line that reads like an error, or else the last that says anything. */
function complaintIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.find((line) => /^(\w*Error|error)\b/.test(line)) ?? lines.at(-1) ?? "It said nothing.";
}
