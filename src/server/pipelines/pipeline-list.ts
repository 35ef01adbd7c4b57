import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** The pipelines that a company trusts, or one of them. */
export async function readPipelines(tx: Tx, companyId: string, pipelineId?: string) {
  const { rows } = await sql<{
    id: string;
    repository: string;
    branch: string;
    maker: string | null;
    created_at: Date;
    last_used_at: Date | null;
  }>`SELECT l.id, l.repository, l.branch, l.created_at, l.last_used_at, p.first_name || ' ' || p.last_name AS maker
    FROM app.pipelines l LEFT JOIN app.profiles p ON p.id = l.created_by
    WHERE l.company_id = ${companyId} AND (${pipelineId ?? null}::uuid IS NULL OR l.id = ${pipelineId ?? null}::uuid)
    ORDER BY lower(l.repository), l.branch`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    repository: row.repository,
    branch: row.branch,
    trustedBy: row.maker ?? "A former member",
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}
