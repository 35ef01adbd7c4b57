import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { newApiToken, startOfToken } from "../auth/api-token-text.ts";
import { sha256 } from "../auth/tokens.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse, sqlState } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";
import type { PipelineIdentities } from "./pipeline-identity.ts";

interface Deps {
  readonly databases: Databases;
  readonly pipelineIdentities: PipelineIdentities;
  readonly now: () => Date;
}

const QUARTER_HOUR_MS = 15 * 60_000;

async function readPipelines(tx: Tx, companyId: string, pipelineId?: string) {
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

export function pipelineHandlers({ databases, pipelineIdentities, now }: Deps): HandlersOf<"pipelines"> {
  return {
    list: async ({ input, tx }) => ({
      audience: pipelineIdentities.audience,
      pipelines: await readPipelines(tx, input.companyId),
    }),
    trust: async ({ input, caller, tx }) => {
      const { rows } = await sql<{ open: boolean }>`SELECT app.api_access() AS open`.execute(tx);
      if (!rows[0]?.open) return refuse("api-access-off");
      const id = randomUUID();
      const { repository, branch } = input;
      try {
        await tx
          .insertInto("app.pipelines")
          .values({
            company_id: caller.companyId,
            id,
            repository,
            branch,
            has_second_factor: caller.secondFactor,
            created_by: caller.userId,
            created_at: now(),
          })
          .execute();
      } catch (error) {
        if (sqlState(error) === "23505") return refuse("pipeline-known", error);
        throw error;
      }
      const [pipeline] = await readPipelines(tx, caller.companyId, id);
      return { answer: pipeline!, entry: { subject: id, details: { repository, branch } } };
    },
    remove: async ({ input, tx }) => {
      const [pipeline] = await readPipelines(tx, input.companyId, input.pipelineId);
      if (!pipeline) return refuse("not-found");
      await tx
        .deleteFrom("app.pipelines")
        .where("company_id", "=", input.companyId)
        .where("id", "=", pipeline.id)
        .execute();
      const { id, repository, branch } = pipeline;
      return { answer: { id }, entry: { subject: id, details: { repository, branch } } };
    },
    exchange: async ({ input }) => {
      const identity = await pipelineIdentities.verify(input.identityToken);
      const token = newApiToken();
      const at = now();
      const expiresAt = new Date(at.getTime() + QUARTER_HOUR_MS);
      const { rows } = await databases.authPool.query<{ id: string | null }>(
        "SELECT app.exchange_pipeline_token($1, $2, $3, $4, $5, $6, $7, $8, $9) AS id",
        [
          input.companyId,
          identity.repository,
          identity.repositoryId,
          identity.branch,
          identity.proof,
          sha256(token),
          startOfToken(token),
          at,
          expiresAt,
        ],
      );
      if (!rows[0]?.id) return refuse("pipeline-not-trusted");
      return { token, expiresAt: expiresAt.toISOString() };
    },
  };
}
