import { sql } from "kysely";
import { plainMarkdown } from "#domain/policies/plain-markdown.ts";
import { noSystems, recoveryTable } from "#domain/policies/recovery-table.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";

const DAY_MS = 86_400_000;

/** What the blocks of a policy say now, by `fact key` and `table key`, as Markdown. */
export async function readFactValues(tx: Tx, companyId: string, now: Date): Promise<Record<string, string>> {
  const { rows } = await sql<{ company: string; people: number; systems: string[] | null }>`SELECT c.name AS company,
      (SELECT count(*)::integer FROM app.records r WHERE r.company_id = c.id AND r.register = 'people' AND r.ended_at IS NULL) AS people,
      (SELECT array_agg(s.name ORDER BY lower(s.name), s.id) FROM app.systems s WHERE s.company_id = c.id AND s.removed_at IS NULL) AS systems
    FROM app.companies c WHERE c.id = ${companyId}`.execute(tx);
  const { company, people, systems } = rows[0]!;
  const names = systems ?? [];
  const listed = names.length > 0 ? names.map(plainMarkdown) : [noSystems("Systems")];
  const { rows: recovered } = await sql<{
    name: string;
    fields: RecordFields;
  }>`SELECT s.name, r.fields FROM app.records r
    JOIN app.systems s ON s.company_id = r.company_id AND s.id::text = r.fields ->> 'systemId'
    WHERE r.company_id = ${companyId} AND r.register = 'systems' AND r.ended_at IS NULL ORDER BY lower(s.name), s.id`.execute(
    tx,
  );
  const reviewBy = new Date(now.getTime() + 365 * DAY_MS);
  return {
    "fact company": plainMarkdown(company),
    "fact people": people === 1 ? "1 person" : `${people} people`,
    "fact systems": names.length === 1 ? "1 system" : `${names.length} systems`,
    "fact review-by": reviewBy.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" }),
    "table systems": ["| System |", "| --- |", ...listed.map((name) => `| ${name} |`)].join("\n"),
    "table recovery": recoveryTable(recovered),
  };
}
