import { sql } from "kysely";
import { coursesFor, findCourse } from "#catalog/training/courses.ts";
import type { Course } from "#catalog/training/course.ts";
import { standingIn } from "#domain/training/due.ts";
import type { Standing } from "#domain/training/due.ts";
import type { GivenAnswer } from "#domain/training/quiz.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import { readCodePeople } from "./code-people.ts";

/** A course that somebody finished, as they read it. */
export interface OwnCompletion {
  readonly id: string;
  readonly course: string;
  readonly course_version: number | null;
  readonly attempt_id: string | null;
  readonly source: "quiz" | "import";
  readonly provider: string | null;
  readonly score: number | null;
  readonly out_of: number | null;
  readonly passed: boolean;
  readonly completed_at: Date;
  readonly ledger_index: number;
}

export interface OwnTraining {
  /** Courses that they need, with how they stand. */
  readonly needed: readonly (Course & Standing)[];
  /** Newest first. */
  readonly completions: readonly OwnCompletion[];
}

/** What `app.own_record` answers of them, as far as training asks. */
interface OwnRecord {
  readonly jobTitle?: string;
  /** By which they are judged. */
  readonly firstDay: string;
  readonly addedAt: string;
}

/** What somebody has to learn and did learn; read as that person. */
export async function readOwnTraining(tx: Tx, now: Date): Promise<OwnTraining> {
  const [facts] = await callFunction(tx, "app.training_facts", []);
  const fields = (await callFunction(tx, "app.own_record", [])) as OwnRecord | null;
  if (!facts || !fields) return { needed: [], completions: [] };
  const { rows: completions } =
    await sql<OwnCompletion>`SELECT c.id, c.course, c.course_version, c.attempt_id, c.source, c.provider, c.score,
      c.out_of, c.passed, c.completed_at, c.ledger_index
    FROM app.completions c WHERE c.undone_at IS NULL AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) ORDER BY c.completed_at DESC, c.number DESC LIMIT 200`.execute(
      tx,
    );
  // What a list from elsewhere says passes nothing: the course stays to do.
  const finished = completions
    .filter(({ source }) => source === "quiz")
    .map(({ course, passed, completed_at: at }) => ({ course, passed, at }));
  const { frameworks, law_firm: lawFirm } = facts;
  const asked = { startsAt: new Date(fields.firstDay), addedAt: new Date(fields.addedAt) };
  // Of staff none but themselves is told.
  const hasCodeAccount = (await readCodePeople(tx, now)).size > 0;
  const needed = coursesFor({ frameworks, lawFirm, jobTitle: fields.jobTitle, hasCodeAccount });
  return {
    needed: needed.map((course) => ({
      ...course,
      ...standingIn(course.key, finished, asked, now),
    })),
    completions,
  };
}

/** One of the person's own completions, with their answers. */
export async function findOwnCompletion(
  tx: Tx,
  id: string,
): Promise<(OwnCompletion & { answers: readonly GivenAnswer[] | null }) | undefined> {
  const { rows } = await sql<
    OwnCompletion & { answers: readonly GivenAnswer[] | null }
  >`SELECT c.id, c.course, c.course_version,
      c.attempt_id, c.source, c.provider, c.score, c.out_of, c.passed, c.completed_at, c.ledger_index, c.answers
    FROM app.completions c WHERE c.id = ${id} AND c.undone_at IS NULL`.execute(tx);
  return rows[0];
}

/** The title of a course; its key for one that this version does not have. */
export const titleOf = (key: string): string => findCourse(key)?.title ?? key;
