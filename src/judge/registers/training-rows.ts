import { findPool } from "#catalog/training/pools.ts";
import { findCourse } from "#catalog/training/courses.ts";
import { flag, instant, integerFrom, listOf, matching, oneOf, text } from "#domain/judge/shapes.ts";
import { drawIds, scoreOf } from "#domain/training/quiz.ts";
import { COURSE_PAGES } from "#domain/training/sealed.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { holding, is } from "../fields.ts";
import type { Reader } from "../fields.ts";
import { VOUCHED } from "./acknowledged.ts";
import type { ReadRegister } from "./registers.ts";

const name = is((given) => text(given) && given !== "");
const course = is((given) => text(given) && findCourse(given as string) !== undefined);
const common = { personId: name, course, at: is(instant), passed: is(flag) };

const quiz = holding({
  ...common,
  version: is(integerFrom(1)),
  seed: is(matching(/^[0-9a-f]{32}$/)),
  answers: is(listOf(matching(/^[a-z]\d\d:[0-3]$/))),
  score: is(integerFrom(0)),
  outOf: is(integerFrom(1)),
});
const imported = holding({
  ...common,
  provider: name,
  exhibit: is(matching(/^EX-\d{6,}$/)),
  batchId: name,
});
const sourced = holding({ source: is(oneOf("quiz", "import")) });
/** Reads what a completion says. */
export const completion: Reader = (fields, at) =>
  sourced(fields, at) ?? ((fields as { source: string }).source === "quiz" ? quiz : imported)(fields, at);

/** Somebody whose days cannot be read would be asked nothing. */
const [starting, ending] = [holding({ startsAt: is(instant) }), holding({ endsAt: is(instant) })];
const person: Reader = (fields, at) =>
  starting(fields, at) ?? (Object.hasOwn(fields as object, "endsAt") ? ending(fields, at) : undefined);

/** What each row says, or it cannot be read. Whether it is as the ledger has it is asked before. */
const rowsOf: Readonly<Record<string, Reader>> = {
  people: person,
  [COURSE_PAGES]: holding({
    course,
    version: is(integerFrom(1)),
    title: name,
    topics: is((given) => listOf(text)(given) && (given as readonly string[]).length > 0),
  }),
};

const read = new WeakMap<(key: string) => ReadRegister, { readonly wrong: string | undefined }>();

/** Which of them has a row that does not say what it should; undefined where all can be read. Each check asks it of the same rows. */
export function unreadable(register: (key: string) => ReadRegister): string | undefined {
  const isWrong = (key: string) => register(key).rows.some(({ fields }) => rowsOf[key]!(fields, "") !== undefined);
  const { wrong } = read.get(register) ?? { wrong: Object.keys(rowsOf).find(isWrong) };
  read.set(register, { wrong });
  return wrong;
}

/** Whether somebody took part by an address that is vouched for: of lists from elsewhere nobody asks. */
export const isVouched = ({ fields }: SnapshotRow): boolean => VOUCHED.has(fields["vouched"]);

/**
 * Whether a quiz that can be read is a pass, graded again: its questions are those that its seed draws from the pool of its course's
 * version, its score is that of its answers, and that is enough.
 */
export function isPassed({ fields }: SnapshotRow): boolean {
  if (fields["source"] !== "quiz") return false;
  const { course: key, version, seed, answers, score, outOf, passed } = fields as Readonly<Record<string, unknown>>;
  const pool = findPool(key as string, version as number);
  if (!pool) return false;
  const given = (answers as readonly string[]).map((entry) => {
    const [question, answer] = entry.split(":") as [string, string];
    return { question, answer: Number(answer) };
  });
  const right = scoreOf(given);
  // To draw takes many times as long as all else that is asked.
  if (outOf !== pool.asked || score !== right || passed !== true || right < pool.right) return false;
  const drawn = drawIds(sha256OfText, seed as string, pool.questions, pool.asked);
  return given.length === drawn.length && given.every(({ question }, at) => question === drawn[at]);
}
