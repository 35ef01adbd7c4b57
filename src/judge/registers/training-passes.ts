import { PASSED_FOR_DAYS } from "#domain/training/quiz.ts";
import { COMPLETION_PAGES } from "#domain/training/sealed.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { ALONE } from "./acknowledged.ts";
import { textOf } from "./registers.ts";
import type { RegisterInputs } from "./registers.ts";
import { isPassed, isVouched } from "./training-rows.ts";

const DAY_MS = 86_400_000;

interface Pass {
  /** Of the course; undefined where a list from elsewhere says it. */
  readonly version: unknown;
  readonly until: Date;
  /** By an address that only its writer confirmed. */
  readonly alone: boolean;
}

/** Passes of a course, by the person. */
interface Passes {
  /** Of quizzes, by somebody known by their address. */
  readonly graded: ReadonlyMap<string, Pass>;
  /** Those that count for nothing, because nobody vouches for the address by which they were taken. */
  readonly unvouched: ReadonlyMap<string, Pass>;
  /** By lists from elsewhere, which are on file. Nobody else looked at them: they pass nothing. */
  readonly listed: ReadonlyMap<string, Pass>;
}

const isListedPass = (row: SnapshotRow) =>
  textOf(row, "source") === "import" &&
  row.fields["passed"] === true &&
  textOf(row, "exhibit") !== undefined &&
  row.withdrawn.length === 0;

function kindOf(row: SnapshotRow): keyof Passes | undefined {
  if (isListedPass(row)) return "listed";
  if (!isPassed(row)) return undefined;
  return isVouched(row) ? "graded" : "unvouched";
}

const read = new WeakMap<RegisterInputs["register"], Map<string, { readonly now: Date; readonly passes: Passes }>>();

/** The pass of a course that lasts longest, of each person. Each check asks them of the same rows, and to grade these again is long. */
export function passesOf(inputs: RegisterInputs, course: string): Passes {
  const { register, now } = inputs;
  const known = read.get(register) ?? new Map<string, { readonly now: Date; readonly passes: Passes }>();
  read.set(register, known);
  const found = known.get(course);
  if (found?.now.getTime() === now.getTime()) return found.passes;
  const passes = readPasses(inputs, course);
  known.set(course, { now, passes });
  return passes;
}

function readPasses({ register, now }: RegisterInputs, course: string): Passes {
  const passes = {
    graded: new Map<string, Pass>(),
    unvouched: new Map<string, Pass>(),
    listed: new Map<string, Pass>(),
  };
  for (const row of register(COMPLETION_PAGES).rows) {
    const at = Date.parse(textOf(row, "at") ?? "");
    const person = textOf(row, "personId");
    if (textOf(row, "course") !== course || person === undefined || row.state !== "open" || !(at <= now.getTime()))
      continue;
    const until = new Date(at + PASSED_FOR_DAYS * DAY_MS);
    if (until <= now) continue;
    const kind = kindOf(row);
    if (kind === undefined) continue;
    const before = passes[kind].get(person);
    const alone = row.fields["vouched"] === ALONE;
    if (!before || before.until < until) passes[kind].set(person, { version: row.fields["version"], until, alone });
  }
  return passes;
}
