import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { exchangeToken } from "./exchange.ts";
import type { PipelineIdentities } from "./pipeline-identity.ts";
import { readPipelines } from "./pipeline-list.ts";
import { trustPipeline } from "./trust.ts";

interface Deps {
  readonly databases: Databases;
  readonly pipelineIdentities: PipelineIdentities;
  readonly now: () => Date;
}

export function pipelineHandlers(deps: Deps): HandlersOf<"pipelines"> {
  return {
    list: async ({ input, tx }) => ({
      audience: deps.pipelineIdentities.audience,
      pipelines: await readPipelines(tx, input.companyId),
    }),
    trust: trustPipeline(deps),
    remove: async ({ input, tx }) => {
      const [pipeline] = await readPipelines(tx, input.companyId, input.pipelineId);
      if (!pipeline) return fail("not-found");
      await tx
        .deleteFrom("app.pipelines")
        .where("company_id", "=", input.companyId)
        .where("id", "=", pipeline.id)
        .execute();
      const { id, repository, branch } = pipeline;
      return { answer: { id }, entry: { subject: id, details: { repository, branch } } };
    },
    exchange: exchangeToken(deps),
  };
}
