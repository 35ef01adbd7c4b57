import { randomUUID } from "node:crypto";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail, sqlState } from "../app-error.ts";
import { readPipelines } from "./pipeline-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Trusts the runs of a branch. Refuses `api-access-off` and `pipeline-known`. */
export function trustPipeline({ now }: Deps): HandlersOf<"pipelines">["trust"] {
  return async ({ input, caller, tx }) => {
    if (!(await callFunction(tx, "app.api_access", []))) return fail("api-access-off");
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
      if (sqlState(error) === "23505") return fail("pipeline-known", error);
      throw error;
    }
    const [pipeline] = await readPipelines(tx, caller.companyId, id);
    return { answer: pipeline!, entry: { subject: id, details: { repository, branch } } };
  };
}
