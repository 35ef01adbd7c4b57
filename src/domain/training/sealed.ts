import { canonicalJson } from "../ledger/canonical-json.ts";

/** How pages of a snapshot name the courses of this version, and what people finished. */
export const COURSE_PAGES = "training-courses";
export const COMPLETION_PAGES = "training-completions";

/** A quiz that was graded, as its entry in the ledger names it by a hash. */
export interface GradedQuiz {
  /** Of the completion, counted in its company. */
  readonly number: number;
  readonly person: string;
  readonly course: string;
  readonly version: number;
  /** Hexadecimal; it draws the questions. */
  readonly seed: string;
  /** `question:answer` in the order in which they were asked. */
  readonly answers: readonly string[];
  readonly score: number;
  readonly outOf: number;
  readonly at: string;
  /** How the address was vouched for by which they took part; absent where nobody had then. */
  readonly vouched?: string;
}

/** The text whose SHA-256 the ledger has. */
export function textOfQuiz(quiz: GradedQuiz): string {
  const { number, person, course, version, seed, answers, score, outOf, at, vouched } = quiz;
  const text = { number, person, course, version, seed, answers: [...answers], score, outOf, at };
  return canonicalJson(vouched === undefined ? text : { ...text, vouched });
}

/** A list of another provider that was imported, as its entry in the ledger names it by a hash. */
export interface ImportedList {
  readonly course: string;
  readonly provider: string;
  readonly exhibit: string;
  /** In the order of their numbers. */
  readonly rows: readonly {
    readonly number: number;
    readonly person: string;
    readonly at: string;
    readonly passed: boolean;
  }[];
}

/** The text whose SHA-256 the ledger has. */
export function textOfImport({ course, provider, exhibit, rows }: ImportedList): string {
  return canonicalJson({ course, provider, exhibit, rows: rows.map((row) => ({ ...row })) });
}

/**
 * The text; as it is where the address was vouched for only afterwards, and was before that was in it; and as it was before the number of a
 * completion was in it: entries of the ledger stay as they were written.
 */
export function textsOfQuiz(quiz: GradedQuiz): readonly string[] {
  const { vouched: _, ...graded } = quiz;
  const { number: __, answers, ...rest } = graded;
  return [textOfQuiz(quiz), textOfQuiz(graded), canonicalJson({ ...rest, answers: [...answers] })];
}

/** As `textsOfQuiz`. */
export function textsOfImport(list: ImportedList): readonly string[] {
  return [textOfImport(list), canonicalJson({ ...list, rows: list.rows.map(({ number: _, ...row }) => row) })];
}
