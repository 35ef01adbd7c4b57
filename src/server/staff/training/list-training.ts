import { sql } from "kysely";
import { courses } from "#catalog/training/courses.ts";
import type { Tx } from "../../db/as-caller.ts";
import type { Caller } from "../../endpoints/caller.ts";
import { pageOfPeople } from "./people-page.ts";
import type { AskedPage } from "./people-page.ts";
import { readStandings } from "./read-standings.ts";

interface ImportRow {
  readonly batch_id: string;
  readonly course: string;
  readonly provider: string;
  readonly exhibit: number;
  readonly people: number;
  readonly undone: boolean;
  readonly imported_at: Date;
}

/** How the company's people stand in the courses that they need: one page of them, or everyone where none is asked for. */
export async function listTraining(tx: Tx, { companyId }: Pick<Caller, "companyId">, now: Date, asked?: AskedPage) {
  const standing = await readStandings(tx, companyId, now);
  const { rows: imports } = await sql<ImportRow>`SELECT c.batch_id, c.course, c.provider, c.exhibit::integer AS exhibit,
      count(*)::integer AS people, bool_or(c.undone_at IS NOT NULL) AS undone, a.at AS imported_at
    FROM app.completions c JOIN app.ledger_acts a ON a.company_id = c.company_id AND a.seq = c.ledger_index
    WHERE c.company_id = ${companyId} AND c.batch_id IS NOT NULL
    GROUP BY c.batch_id, c.course, c.provider, c.exhibit, a.at ORDER BY a.at DESC LIMIT 50`.execute(tx);
  type Course = (typeof standing)[number]["own"][number];
  // Nobody needs a course twice.
  const byCourse = Map.groupBy(
    standing.flatMap(({ own }) => own),
    ({ key }) => key,
  );
  const count = (key: string, is: (course: Course) => boolean) => (byCourse.get(key) ?? []).filter(is).length;
  const { people, found, next } = pageOfPeople(standing, asked);
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
      again: count(key, ({ state, isToDo }) => state === "passed" && isToDo),
    })),
    total: standing.length,
    found,
    next,
    people: people.map(({ row, own }) => ({
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
