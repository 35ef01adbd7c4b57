import { createHash, randomBytes, randomUUID } from "node:crypto";
import { contentOf } from "#catalog/training/content/index.ts";
import { QUESTIONS_ASKED } from "#catalog/training/course.ts";
import type { Question } from "#catalog/training/course.ts";
import { findCourse } from "#catalog/training/courses.ts";
import { sha256OfText } from "#domain/sha256.ts";
import { drawQuiz, isPassed, scoreOf } from "#domain/training/quiz.ts";
import { textOfQuiz } from "#domain/training/sealed.ts";
import type { DrawnQuestion, GivenAnswer } from "#domain/training/quiz.ts";
import { fail } from "../../app-error.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import { writeAct } from "../../ledger/record-act.ts";
import type { StaffMember } from "../staff-sessions.ts";

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** A quiz that somebody began: the same questions whenever it is opened. */
export interface OpenQuiz {
  readonly id: string;
  readonly course: string;
  readonly title: string;
  readonly version: number;
  readonly seed: string;
  readonly questions: readonly DrawnQuestion<Question>[];
  /** What came of it, where it was answered. */
  readonly completion: string | null;
}

/** Draws a quiz in the person's name; refuses `not-found` for a course that there is not. */
export async function beginQuiz(tx: Tx, course: string, now: Date): Promise<string> {
  const { key, version } = findCourse(course) ?? fail("not-found");
  const id = randomUUID();
  await callFunction(tx, "app.begin_quiz", [id, key, version, randomBytes(16), now]);
  return id;
}

/** The person's own quiz; undefined for one that is not theirs, or of a course that was changed since. */
export async function findQuiz(tx: Tx, id: string): Promise<OpenQuiz | undefined> {
  const attempt = await tx
    .selectFrom("app.quiz_attempts as q")
    .leftJoin("app.completions as c", (join) =>
      join.onRef("c.company_id", "=", "q.company_id").onRef("c.attempt_id", "=", "q.id"),
    )
    .select(["q.id", "q.course", "q.course_version", "q.seed", "c.id as completion"])
    .where("q.id", "=", id)
    .executeTakeFirst();
  const course = attempt && findCourse(attempt.course);
  if (!attempt || !course || (course.version !== attempt.course_version && attempt.completion === null))
    return undefined;
  const seed = attempt.seed.toString("hex");
  return {
    id,
    course: course.key,
    title: course.title,
    version: attempt.course_version,
    seed,
    questions: drawQuiz(hash, seed, contentOf(course.key).questions, QUESTIONS_ASKED),
    completion: attempt.completion,
  };
}

/** Grades what was chosen, each by its place on the page, and keeps it; answers with the completion's id. */
export async function answerQuiz(
  tx: Tx,
  staff: Pick<StaffMember, "personId" | "number">,
  quiz: OpenQuiz,
  chosen: readonly number[],
  now: Date,
): Promise<{ id: string; passed: boolean; score: number; outOf: number }> {
  const answers = quiz.questions.map(({ question, order }, at): GivenAnswer => ({
    question: question.id,
    answer: order[chosen[at] ?? -1] ?? fail("invalid-input"),
  }));
  const [score, outOf] = [scoreOf(answers), answers.length];
  const passed = isPassed(score, outOf);
  const id = randomUUID();
  const { course, title, version, seed } = quiz;
  // Under the lock that numbers it.
  const number = Number(await callFunction(tx, "app.next_completion", []));
  const vouched = await callFunction(tx, "app.how_i_am_vouched", []);
  const sealed = {
    number,
    person: staff.personId,
    course,
    version,
    seed,
    answers: answers.map(({ question, answer }) => `${question}:${answer}`),
    score,
    outOf,
    at: now.toISOString(),
    ...(vouched !== null && { vouched }),
  };
  const digest = sha256OfText(textOfQuiz(sealed));
  const details = { number: staff.number, course, title, version, score, outOf, digest };
  const event = passed ? "training.passed" : "training.failed";
  const act = writeAct({ userId: staff.personId }, event, { subject: id, details });
  const given = [id, quiz.id, JSON.stringify(answers), score, outOf, now] as const;
  const kept = await callFunction(tx, "app.complete_quiz", [...given, act.id, act.details, act.salt, act.commitment]);
  // Answered in another window meanwhile: what was kept first counts.
  if (!kept) return fail("quiz-answered");
  return { id, passed, score, outOf };
}
