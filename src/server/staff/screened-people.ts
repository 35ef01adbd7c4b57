import { sql } from "kysely";
import { statementsOf } from "#domain/policies/statements.ts";
import type { Tx } from "../db/as-caller.ts";

const CHECK = "people.screened-before-access";

/** Whether a company screens people: it keeps screenings, or a policy in force promises it. */
export async function asksForScreenings(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean; texts: string[] }>`SELECT
      EXISTS (SELECT FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'screenings' AND r.ended_at IS NULL) AS kept,
      ARRAY(SELECT v.text FROM app.policy_versions v WHERE v.company_id = ${companyId} AND v.state = 'in force'
        AND strpos(v.text, ${CHECK}) > 0) AS texts`.execute(tx);
  const { kept, texts } = rows[0]!;
  return kept || texts.some((text) => statementsOf(text).some(({ check }) => check === CHECK));
}

/**
 * Which of these people have a screening that the check of screenings counts, by its number: another person approved it, its report is on
 * file or it names the law that excepts, and it was done by the day of their first access.
 */
export async function readScreened(
  tx: Tx,
  companyId: string,
  people: readonly { readonly id: string; readonly day: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{
    person: string;
    number: number;
  }>`SELECT DISTINCT ON (a.id) a.id AS person, r.number::integer AS number
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) a (id uuid, day text)
    -- Through the links to each person, and reports by number: reading all screenings and exhibits for a few people takes too long.
    JOIN app.record_links l ON l.company_id = ${companyId} AND l.person_id = a.id AND l.register = 'screenings' AND l.field = 'personId'
    CROSS JOIN LATERAL (SELECT r.* FROM app.records r WHERE r.company_id = ${companyId} AND r.id = l.record_id OFFSET 0) r
    LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.number = substr(r.fields ->> 'report', 4)::bigint
    WHERE r.ended_at IS NULL AND r.approved_at IS NOT NULL AND NOT r.approved_alone
      AND CASE r.fields ->> 'kind' WHEN 'exception' THEN r.fields ? 'law'
        ELSE e.id IS NOT NULL AND e.withdrawal_id IS NULL AND r.fields ->> 'completedOn' <= a.day END
    ORDER BY a.id, r.number`.execute(tx);
  return new Map(rows.map(({ person, number }) => [person, `SCR-${number}`]));
}
