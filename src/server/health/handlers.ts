import { callFunction } from "../db/functions.ts";
import { noteAct } from "../platform/acts.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { describeInstallation } from "./describe-installation.ts";
import type { Deps } from "./describe-installation.ts";

export function healthHandlers(deps: Deps): HandlersOf<"health"> {
  const { now } = deps;
  return {
    get: ({ tx }) => describeInstallation(deps, tx),
    retryJob: async ({ input: { jobId }, tx }) => {
      const kind = await callFunction(tx, "app.retry_job", [jobId]);
      await noteAct(tx, "job.retried", kind ?? fail("not-found"), { job: jobId });
      return {};
    },
    discardJob: async ({ input: { jobId }, tx }) => {
      const kind = await callFunction(tx, "app.discard_job", [jobId, now()]);
      await noteAct(tx, "job.discarded", kind ?? fail("not-found"), { job: jobId });
      return {};
    },
  };
}
