import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";

/** So many of them are named. */
const NAMED = 20;

/** Accounts that the newest list of a population's connection, or of its system, has and the review does not. Refuses `not-found`. */
export async function readAdded(tx: Tx, companyId: string, reviewId: string, populationId: string) {
  const { rows: found } = await sql`SELECT FROM app.review_populations p
    WHERE p.company_id = ${companyId} AND p.review_id = ${reviewId} AND p.id = ${populationId}`.execute(tx);
  if (found.length === 0) return fail("not-found");
  const { rows } = await sql<{ total: number; labels: string[] | null }>`SELECT count(*)::integer AS total,
      (array_agg(x.label ORDER BY lower(x.label), x.id))[1:${sql.lit(NAMED)}] AS labels
    FROM app.review_populations p
    CROSS JOIN LATERAL (SELECT l.accounts FROM app.account_lists l
        WHERE l.company_id = p.company_id AND l.connection_id = p.connection_id AND l.seen_at > p.seen_at
      UNION ALL (SELECT a.accounts FROM app.attested_lists a JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id
          AND e.withdrawal_id IS NULL
        WHERE p.list_id IS NOT NULL AND a.company_id = p.company_id AND a.system_id = p.system_id AND a.seen_at > p.seen_at
        ORDER BY a.ledger_index DESC LIMIT 1)) l
    CROSS JOIN LATERAL jsonb_to_recordset(l.accounts) x (id text, label text, active boolean)
    WHERE p.company_id = ${companyId} AND p.id = ${populationId} AND x.active IS NOT FALSE
      AND NOT EXISTS (SELECT FROM app.review_rows w
        WHERE w.company_id = p.company_id AND w.population_id = p.id AND w.account_id = x.id)`.execute(tx);
  return { total: rows[0]?.total ?? 0, labels: rows[0]?.labels ?? [] };
}
