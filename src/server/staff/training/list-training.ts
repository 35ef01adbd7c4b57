import { sql } from "kysely";
import { courses } from "#catalog/training/courses.ts";
import type { Tx } from "../../db/as-caller.ts";
import { atOnce } from "../../db/at-once.ts";
import type { Caller } from "../../endpoints/caller.ts";
import type { AskedPage } from "./people-page.ts";
import { bitOf, readRanks } from "./rank-people.ts";
import type { LikePeople } from "./rank-people.ts";
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

/** How the company's people stand in the courses that they need: of all of them how many, and one page of them. */
export async function listTraining(tx: Tx, { companyId }: Pick<Caller, "companyId">, now: Date, asked: AskedPage) {
  const { groups, ids, found, next } = await readRanks(tx, companyId, now, asked);
  const [own, { rows: imports }] = await atOnce(
    readStandings(tx, companyId, now, ids),
    sql<ImportRow>`SELECT c.batch_id, c.course, c.provider, c.exhibit::integer AS exhibit,
        count(*)::integer AS people, bool_or(c.undone_at IS NOT NULL) AS undone, a.at AS imported_at
      FROM app.completions c JOIN app.ledger_acts a ON a.company_id = c.company_id AND a.seq = c.ledger_index
      WHERE c.company_id = ${companyId} AND c.batch_id IS NOT NULL
      GROUP BY c.batch_id, c.course, c.provider, c.exhibit, a.at ORDER BY a.at DESC LIMIT 50`.execute(tx),
  );
  const standings = new Map(own.map((standing) => [standing.row.id, standing]));
  const count = (key: string, of: (group: LikePeople) => number) =>
    groups.reduce((sum, group) => sum + ((of(group) & bitOf(key)) === 0 ? 0 : group.people), 0);
  return {
    courses: courses.map(({ key, title, summary, minutes, version }) => ({
      key,
      title,
      summary,
      minutes,
      version,
      needed: count(key, ({ needed }) => needed),
      passed: count(key, ({ passed }) => passed),
      listed: count(key, ({ listed, passed }) => listed & ~passed),
      late: count(key, ({ needed, passed, old }) => (old ? needed & ~passed : 0)),
      again: count(key, ({ passed, lasting }) => passed & ~lasting),
    })),
    total: groups.reduce((sum, { people }) => sum + people, 0),
    found,
    next,
    people: ids
      .flatMap((id) => standings.get(id) ?? [])
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
