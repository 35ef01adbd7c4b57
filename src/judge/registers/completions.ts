import { GENERAL_COURSE } from "#catalog/training/courses.ts";
import { PASSED_FOR_DAYS } from "#domain/training/quiz.ts";
import { COMPLETION_PAGES, textsOfImport, textsOfQuiz } from "#domain/training/sealed.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { ALONE } from "./acknowledged.ts";
import { listOf, pagesOf, some, textOf } from "./registers.ts";
import type { RegisterInputs } from "./registers.ts";
import { completion, isPassed, isVouched } from "./training-rows.ts";

const DAY_MS = 86_400_000;
/** The course of those who write code. */
export const CODING_COURSE = "secure-coding";
/** Those of which passes are asked. */
const ASKED: ReadonlySet<string | undefined> = new Set([GENERAL_COURSE, CODING_COURSE]);

const numberOf = (row: SnapshotRow, field: string): number => {
  const value = row.fields[field];
  return typeof value === "number" ? value : Number.NaN;
};

/** Whether a quiz is as the ledger has it: course, version, questions, answers, score and instant. */
function isAsRecorded(row: SnapshotRow): boolean {
  const [person, course, seed, at] = ["personId", "course", "seed", "at"].map((field) => textOf(row, field) ?? "");
  const [version, score, outOf] = ["version", "score", "outOf"].map((field) => numberOf(row, field)) as [
    number,
    number,
    number,
  ];
  const leaf = textOf(row, "leaf");
  if (leaf === undefined || ![version, score, outOf].every(Number.isSafeInteger)) return false;
  const vouched = textOf(row, "vouched");
  const quiz = {
    number: row.number,
    person: person!,
    course: course!,
    version,
    seed: seed!,
    answers: listOf(row, "answers"),
    score,
    outOf,
    at: at!,
    ...(vouched !== undefined && { vouched }),
  };
  return textsOfQuiz(quiz).some((text) => leaf === sha256OfText(text));
}

/** Rows of lists that are not as the ledger has them: all rows of a list count for its hash, those that were undone included. */
function changedLists(rows: readonly SnapshotRow[]): SnapshotRow[] {
  const lists = Map.groupBy(rows, (row) => textOf(row, "batchId"));
  return [...lists.values()].flatMap((list) => {
    const [first] = list as [SnapshotRow];
    const [course, provider, exhibit] = ["course", "provider", "exhibit"].map((field) => textOf(first, field) ?? "");
    const listed = list
      .toSorted((a, b) => a.number - b.number)
      .map((row) => ({
        number: row.number,
        person: textOf(row, "personId") ?? "",
        at: textOf(row, "at") ?? "",
        passed: row.fields["passed"] === true,
      }));
    const texts = textsOfImport({ course: course!, provider: provider!, exhibit: exhibit!, rows: listed });
    const isSame = ["course", "provider", "exhibit"].every((field) =>
      list.every((row) => textOf(row, field) === textOf(first, field)),
    );
    const hashes = texts.map(sha256OfText);
    const isRecorded = hashes.some((hash) => list.every((row) => textOf(row, "leaf") === hash));
    return isSame && isRecorded ? [] : list;
  });
}

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

/** What is asked of completions. */
interface ReadCompletions {
  /** What was changed after it was graded, or removed; undefined where all is as the ledger has it. */
  readonly changed: string | undefined;
  /** Whether each row says what it should. */
  readonly isReadable: boolean;
  /** Those that somebody took. */
  readonly courses: ReadonlySet<string | undefined>;
  /** The pass of an asked course that lasts longest, of each person; of rows that can be read. */
  readonly passes: (course: string) => Passes;
}

const known = new WeakMap<RegisterInputs["register"], { readonly now: number; readonly read: ReadCompletions }>();

/** What completions say, read once for all checks that ask them, a page after the other: of many people they are more than any register. */
export function completionsOf({ register, now }: RegisterInputs): ReadCompletions {
  const found = known.get(register);
  if (found?.now === now.getTime()) return found.read;
  const read = readCompletions(pagesOf(register(COMPLETION_PAGES)), now);
  known.set(register, { now: now.getTime(), read });
  return read;
}

function readCompletions(pages: Iterable<readonly SnapshotRow[]>, now: Date): ReadCompletions {
  const [wrong, listed, numbers] = [[] as SnapshotRow[], [] as SnapshotRow[], new Set<number>()];
  const [courses, passes] = [new Set<string | undefined>(), passNoter(now)];
  let isReadable = true;
  for (const rows of pages)
    for (const row of rows) {
      numbers.add(row.number);
      courses.add(textOf(row, "course"));
      if (textOf(row, "source") === "import") listed.push(row);
      else if (!isAsRecorded(row)) wrong.push(row);
      // What cannot be read is graded by nobody: nothing passes then.
      if (completion(row.fields, "") === undefined) passes.note(row);
      else isReadable = false;
    }
  const changed = changedIn([...wrong, ...changedLists(listed)], numbers);
  return { changed, isReadable, courses, passes: passes.of };
}

function changedIn(wrong: readonly SnapshotRow[], numbers: ReadonlySet<number>): string | undefined {
  // They are counted from 1 and never deleted.
  let next = 1;
  const gone: number[] = [];
  // As many as there are, each once, are 1 to that number; the first that is missing is found within them.
  for (; next <= numbers.size; next += 1) if (!numbers.has(next)) gone.push(next);
  if (gone.length > 0) return `Missing: ${some(gone.map((number) => `completion ${number}`))}.`;
  return wrong.length === 0
    ? undefined
    : `Not as the ledger has it: ${some(wrong.map(({ number }) => `completion ${number}`))}.`;
}

/** Notes passes of the asked courses that count now. */
function passNoter(now: Date) {
  const noted = new Map<string, Record<keyof Passes, Map<string, Pass>>>();
  const of = (course: string) => {
    const own = noted.get(course) ?? { graded: new Map(), unvouched: new Map(), listed: new Map() };
    noted.set(course, own);
    return own;
  };
  return {
    of: (course: string): Passes => of(course),
    note: (row: SnapshotRow): void => {
      const [course, person] = [textOf(row, "course"), textOf(row, "personId")];
      const at = Date.parse(textOf(row, "at") ?? "");
      if (course === undefined || !ASKED.has(course) || person === undefined) return;
      if (row.state !== "open" || !(at <= now.getTime())) return;
      const until = new Date(at + PASSED_FOR_DAYS * DAY_MS);
      if (until <= now) return;
      const kind = kindOf(row);
      if (kind === undefined) return;
      const own = of(course)[kind];
      const before = own.get(person);
      const alone = row.fields["vouched"] === ALONE;
      if (!before || before.until < until) own.set(person, { version: row.fields["version"], until, alone });
    },
  };
}
