import { callFunction } from "../db/functions.ts";
import { newApiToken, startOfToken } from "../auth/api-token-text.ts";
import { sha256 } from "../auth/tokens.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import type { PipelineIdentities } from "./pipeline-identity.ts";

interface Deps {
  readonly databases: Pick<Databases, "authPool">;
  readonly pipelineIdentities: Pick<PipelineIdentities, "verify">;
  readonly now: () => Date;
}

const QUARTER_HOUR_MS = 15 * 60_000;

/** Gives a run that shows who it is a token for a quarter of an hour. Refuses `pipeline-not-trusted`. */
export function exchangeToken({ databases, pipelineIdentities, now }: Deps): HandlersOf<"pipelines">["exchange"] {
  return async ({ input }) => {
    const identity = await pipelineIdentities.verify(input.identityToken);
    const token = newApiToken();
    const at = now();
    const expiresAt = new Date(at.getTime() + QUARTER_HOUR_MS);
    const id = await callFunction(databases.authPool, "app.exchange_pipeline_token", [
      input.companyId,
      identity.repository,
      identity.repositoryId,
      identity.branch,
      identity.proof,
      sha256(token),
      startOfToken(token),
      at,
      expiresAt,
    ]);
    if (!id) return fail("pipeline-not-trusted");
    return { token, expiresAt: expiresAt.toISOString() };
  };
}
