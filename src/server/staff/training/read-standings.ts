import { sql } from "kysely";
import { coursesFor } from "#catalog/training/courses.ts";
import { standingIn } from "#domain/training/due.ts";
import { plainArray } from "../../db/array-literal.ts";
import type { Tx } from "../../db/as-caller.ts";
import { atOnce } from "../../db/at-once.ts";
import { callFunction } from "../../db/functions.ts";
import { firstDay, keptDays } from "../../policies/policy-assignments.ts";
import { readCodePeople } from "./code-people.ts";

interface PersonRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly email: string | null;
  readonly job_title: string | null;
  readonly starts_at: string;
  readonly created_at: Date;
  readonly sent_at: Date | null;
}

interface PassRow {
  readonly person_id: string;
  readonly course: string;
  readonly source: "quiz" | "import";
  readonly at: Date;
}

/** How each person who works here stands in the courses that they need; of these people alone where `only` names them. */
export async function readStandings(tx: Tx, companyId: string, now: Date, only?: readonly string[]) {
  const [[facts], { rows: people }, { rows: passes }, withCode] = await atOnce(
    callFunction(tx, "app.training_facts", []),
    sql<PersonRow>`SELECT r.id, r.number::integer AS number, r.fields ->> 'name' AS name,
      r.fields ->> 'email' AS email, r.fields ->> 'jobTitle' AS job_title, ${firstDay} AS starts_at, coalesce(f.added_at, r.created_at) AS created_at,
      (SELECT max(l.created_at) FROM app.staff_links l WHERE l.company_id = r.company_id AND l.person_id = r.id) AS sent_at
    FROM app.records r ${keptDays} WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
      AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)
      AND ${only === undefined ? sql`true` : sql`r.id = ANY (${plainArray(only)}::uuid[])`}
    ORDER BY lower(r.fields ->> 'name'), r.number`.execute(tx),
    sql<PassRow>`SELECT c.person_id, c.course, c.source, max(c.completed_at) AS at FROM app.completions c
    WHERE c.company_id = ${companyId} AND c.passed AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) AND c.undone_at IS NULL AND c.completed_at <= ${now}
      AND ${only === undefined ? sql`true` : sql`c.person_id = ANY (${plainArray(only)}::uuid[])`}
    GROUP BY c.person_id, c.course, c.source`.execute(tx),
    readCodePeople(tx, now),
  );
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const byPerson = Map.groupBy(passes, (row) => row.person_id);
  // Thousands of people have dozens of job titles.
  const neededBy = new Map<string, ReturnType<typeof coursesFor>>();
  const neededFor = ({ id, job_title: jobTitle }: PersonRow) => {
    const hasCodeAccount = withCode.has(id);
    const like = `${hasCodeAccount} ${jobTitle}`;
    const needed =
      neededBy.get(like) ?? coursesFor({ frameworks, lawFirm, jobTitle: jobTitle ?? undefined, hasCodeAccount });
    neededBy.set(like, needed);
    return needed;
  };
  return people.map((row) => {
    const own = byPerson.get(row.id) ?? [];
    const finishedBy = (source: PassRow["source"]) =>
      own.flatMap(({ course, at, source: by }) => (by === source ? { course, passed: true, at } : []));
    // A list from elsewhere passes nothing: nobody else looked at it.
    const [graded, listed] = [finishedBy("quiz"), finishedBy("import")];
    const needed = neededFor(row);
    const asked = { startsAt: new Date(row.starts_at), addedAt: row.created_at };
    const standings = needed.map(({ key }) => {
      const { passedUntil, passedAt, due, isToDo } = standingIn(key, graded, asked, now);
      const elsewhere = listed.length === 0 ? undefined : standingIn(key, listed, asked, now);
      const listedAt = (elsewhere?.passedUntil && elsewhere.passedAt?.toISOString()) ?? null;
      const state = passedUntil ? ("passed" as const) : due <= now ? ("late" as const) : ("due" as const);
      return {
        key,
        state,
        isToDo,
        passedAt: passedAt?.toISOString() ?? null,
        listedAt,
        until: (passedUntil ?? due).toISOString(),
      };
    });
    return { row, own: standings, isDone: standings.every(({ isToDo }) => !isToDo) };
  });
}
