import { sql } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { listedPeople } from "#contract/training.ts";
import { standingIn } from "#domain/training/due.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import type { Caller } from "../../endpoints/caller.ts";

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

interface ImportRow {
  readonly batch_id: string;
  readonly course: string;
  readonly provider: string;
  readonly exhibit: number;
  readonly people: number;
  readonly undone: boolean;
  readonly imported_at: Date;
}

/** How the company's people stand in the courses that they need. */
export async function listTraining(tx: Tx, { companyId }: Pick<Caller, "companyId">, now: Date) {
  const [facts] = await callFunction(tx, "app.training_facts", []);
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const { rows: people } = await sql<PersonRow>`SELECT r.id, r.number::integer AS number, r.fields ->> 'name' AS name,
      r.fields ->> 'email' AS email, r.fields ->> 'jobTitle' AS job_title, r.fields ->> 'startsAt' AS starts_at, r.created_at,
      (SELECT max(l.created_at) FROM app.staff_links l WHERE l.company_id = r.company_id AND l.person_id = r.id) AS sent_at
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
      AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)
    ORDER BY lower(r.fields ->> 'name'), r.number`.execute(tx);
  const { rows: passes } =
    await sql<PassRow>`SELECT c.person_id, c.course, c.source, max(c.completed_at) AS at FROM app.completions c
    WHERE c.company_id = ${companyId} AND c.passed AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) AND c.undone_at IS NULL AND c.completed_at <= ${now}
    GROUP BY c.person_id, c.course, c.source`.execute(tx);
  const { rows: imports } = await sql<ImportRow>`SELECT c.batch_id, c.course, c.provider, c.exhibit::integer AS exhibit,
      count(*)::integer AS people, bool_or(c.undone_at IS NOT NULL) AS undone, a.at AS imported_at
    FROM app.completions c JOIN app.ledger_acts a ON a.company_id = c.company_id AND a.seq = c.ledger_index
    WHERE c.company_id = ${companyId} AND c.batch_id IS NOT NULL
    GROUP BY c.batch_id, c.course, c.provider, c.exhibit, a.at ORDER BY a.at DESC LIMIT 50`.execute(tx);
  const byPerson = Map.groupBy(passes, (row) => row.person_id);
  const standing = people.map((row) => {
    const own = Map.groupBy(byPerson.get(row.id) ?? [], ({ source }) => source);
    const finishedBy = (source: PassRow["source"]) =>
      (own.get(source) ?? []).map(({ course, at }) => ({ course, passed: true, at }));
    // A list from elsewhere passes nothing: nobody else looked at it.
    const [graded, listed] = [finishedBy("quiz"), finishedBy("import")];
    const needed = coursesFor({ frameworks, lawFirm, jobTitle: row.job_title ?? undefined });
    const asked = { startsAt: new Date(row.starts_at), addedAt: row.created_at };
    const standings = needed.map(({ key }) => {
      const { passedUntil, passedAt, due } = standingIn(key, graded, asked, now);
      const elsewhere = standingIn(key, listed, asked, now);
      const listedAt = (elsewhere.passedUntil && elsewhere.passedAt?.toISOString()) ?? null;
      const state = passedUntil ? ("passed" as const) : due <= now ? ("late" as const) : ("due" as const);
      return {
        key,
        state,
        passedAt: passedAt?.toISOString() ?? null,
        listedAt,
        until: (passedUntil ?? due).toISOString(),
      };
    });
    return { row, own: standings, isDone: standings.every(({ state }) => state === "passed") };
  });
  type Course = (typeof standing)[number]["own"][number];
  const count = (key: string, is: (course: Course) => boolean) =>
    standing.filter(({ own }) => own.some((course) => course.key === key && is(course))).length;
  return {
    courses: courses.map(({ key, title, summary, minutes, version }) => ({
      key,
      title,
      summary,
      minutes,
      version,
      needed: count(key, () => true),
      passed: count(key, ({ state }) => state === "passed"),
      listed: count(key, ({ state, listedAt }) => state !== "passed" && listedAt !== null),
      late: count(key, ({ state }) => state === "late"),
    })),
    total: standing.length,
    people: standing
      .toSorted((a, b) => Number(a.isDone) - Number(b.isDone))
      .slice(0, listedPeople)
      .map(({ row, own }) => ({
        personId: row.id,
        number: `PER-${row.number}`,
        name: row.name,
        hasEmail: row.email !== null,
        sentAt: row.sent_at?.toISOString() ?? null,
        courses: own,
      })),
    imports: imports.map((row) => ({
      batchId: row.batch_id,
      course: row.course,
      provider: row.provider,
      exhibit: `EX-${String(row.exhibit).padStart(6, "0")}`,
      importedAt: row.imported_at.toISOString().slice(0, 10),
      people: row.people,
      undone: row.undone,
    })),
  };
}
