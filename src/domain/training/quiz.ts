import { toHex, toUtf8 } from "../ledger/bytes.ts";

type Sha256 = (text: Uint8Array) => Uint8Array;

/** A question as a quiz draws from it: the first of its answers is right. */
interface Drawable {
  readonly id: string;
  readonly answers: readonly string[];
}

/** A question that was drawn, with its answers in the order in which they are shown. */
export interface DrawnQuestion<Q extends Drawable> {
  readonly question: Q;
  /** Places of the answers in the question, as they are shown. */
  readonly order: readonly number[];
}

/** The ids of a pool that a seed draws, in the order in which they are asked. `sha256` answers in hexadecimal. */
export function drawIds(
  sha256: (text: string) => string,
  seed: string,
  pool: readonly string[],
  count: number,
): string[] {
  return byRank(pool, (id) => sha256(`${seed}|${id}`)).slice(0, count);
}

/**
 * Draws the questions of a quiz. Whoever has the seed and the course's version draws the same again: each question has the rank
 * SHA-256 of `<seed>|<id>`, each of its answers that of `<seed>|<id>|<place>`; smaller ranks come first.
 */
export function drawQuiz<Q extends Drawable>(
  sha256: Sha256,
  seed: string,
  pool: readonly Q[],
  count: number,
): DrawnQuestion<Q>[] {
  const rank = (text: string) => toHex(sha256(toUtf8(`${seed}|${text}`)));
  return byRank(pool, ({ id }) => rank(id))
    .slice(0, count)
    .map((question) => ({
      question,
      order: byRank([...question.answers.keys()], (place) => rank(`${question.id}|${place}`)),
    }));
}

function byRank<T>(items: readonly T[], rankOf: (item: T) => string): T[] {
  const ranked = items.map((item) => ({ item, rank: rankOf(item) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ item }) => item);
}

/** What somebody answered, as it is sealed: the question, and the place of the answer in the course's own order. */
export interface GivenAnswer {
  readonly question: string;
  readonly answer: number;
}

/** The first answer of each question is the right one. */
export function scoreOf(given: readonly GivenAnswer[]): number {
  return given.filter(({ answer }) => answer === 0).length;
}

/** Four of five. The database holds the same, and the pools of courses the number of right answers that it comes to. */
export function isPassed(score: number, outOf: number): boolean {
  return score * 5 >= outOf * 4;
}

/** A passed course is good for so many days. */
export const PASSED_FOR_DAYS = 365;
/** Who started lately has so many days for their first courses. */
export const FIRST_DAYS = 30;
