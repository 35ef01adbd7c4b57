import { sql } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { countStandings } from "#domain/training/counts.ts";
import type { CourseCount, Group } from "#domain/training/counts.ts";
import { AGAIN_DAYS, sinceOf } from "#domain/training/due.ts";
import { PASSED_FOR_DAYS } from "#domain/training/quiz.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import { plainArray } from "../../db/array-literal.ts";
import { firstDay, keptDays } from "../../policies/policy-assignments.ts";
import { readCodePeople } from "./code-people.ts";

const DAY_MS = 86_400_000;

interface GroupRow {
  readonly job_title: string | null;
  readonly has_code_account: boolean;
  readonly starts_at: string;
  readonly created_at: Date;
  /** When they leave; null where that is not known. */
  readonly ends_at: string | null;
  /** Null: everybody of them, whatever they passed. */
  readonly course: string | null;
  readonly passed_at: Date | null;
  readonly people: number;
}

type Learners = Pick<GroupRow, "job_title" | "has_code_account" | "course" | "passed_at" | "people"> & {
  readonly since: Date;
};

/**
 * Counts what `readStandings` lists: in each course how many people are to take it, and by when. The database groups people for whom the same
 * is due, so that thousands of them are a few rows.
 */
export async function countTraining(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<readonly (CourseCount & { readonly key: string; readonly title: string })[]> {
  const [facts] = await callFunction(tx, "app.training_facts", []);
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const groups = Map.groupBy(await readLearners(tx, companyId, now), (own) =>
    JSON.stringify([own.job_title, own.has_code_account]),
  );
  const needed = new Map<string, Group[]>();
  for (const learners of groups.values()) {
    const { job_title: jobTitle, has_code_account: hasCodeAccount } = learners[0]!;
    for (const { key } of coursesFor({ frameworks, lawFirm, jobTitle: jobTitle ?? undefined, hasCodeAccount })) {
      const own = needed.get(key) ?? [];
      own.push(...groupsIn(key, learners));
      needed.set(key, own);
    }
  }
  return courses.map(({ key, title }) => ({ key, title, ...countStandings(key, needed.get(key) ?? [], now) }));
}

/** Of people who need the same courses those who passed a course, by when, and the others. */
function groupsIn(course: string, learners: readonly Learners[]): readonly Group[] {
  const groups: Group[] = [];
  const left = new Map<number, number>();
  for (const { course: own, passed_at: passedAt, since, people } of learners) {
    const more = own === null ? people : own === course ? -people : 0;
    left.set(since.getTime(), (left.get(since.getTime()) ?? 0) + more);
    if (own === course && passedAt) groups.push({ people, since, passedAt });
  }
  for (const [since, people] of left)
    if (people > 0) groups.push({ people, since: new Date(since), passedAt: undefined });
  return groups;
}

async function readLearners(tx: Tx, companyId: string, now: Date): Promise<readonly Learners[]> {
  // Whoever passed after this has nothing to do yet: when it was makes no difference, and no group of its own.
  const lately = new Date(now.getTime() - (PASSED_FOR_DAYS - AGAIN_DAYS) * DAY_MS);
  const coders = [...(await readCodePeople(tx, now))];
  const group = sql`r.fields ->> 'jobTitle' AS job_title, r.id = ANY (${plainArray(coders)}::uuid[]) AS has_code_account, ${firstDay} AS starts_at, coalesce(f.added_at, r.created_at) AS created_at, r.fields ->> 'endsAt' AS ends_at`;
  const inPeople = sql`r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL`;
  const counts = sql`c.company_id = ${companyId} AND c.passed AND c.source = 'quiz' AND c.vouched IS NOT NULL AND c.undone_at IS NULL
    AND c.completed_at <= ${now}`;
  const { rows } =
    await sql<GroupRow>`SELECT ${group}, NULL AS course, NULL::timestamptz AS passed_at, count(*)::integer AS people
      FROM app.records r ${keptDays} WHERE ${inPeople} GROUP BY 1, 2, 3, 4, 5
    UNION ALL
    SELECT ${group}, s.course, CASE WHEN s.last > ${lately} THEN ${now}::timestamptz ELSE s.last END, count(*)::integer
      FROM (SELECT c.person_id, c.course, max(c.completed_at) AS last FROM app.completions c WHERE ${counts} GROUP BY 1, 2) s
      JOIN app.records r ON r.id = s.person_id ${keptDays}
      -- Where nobody passed anything, nobody is looked at again.
      WHERE ${inPeople} AND EXISTS (SELECT FROM app.completions c WHERE ${counts}) GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(
      tx,
    );
  return rows.flatMap(({ starts_at: startsAt, created_at: addedAt, ends_at: endsAt, ...row }) =>
    endsAt !== null && new Date(endsAt) <= now
      ? []
      : { ...row, since: sinceOf({ startsAt: new Date(startsAt), addedAt }) },
  );
}
