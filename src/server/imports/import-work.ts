import { callFunction } from "../db/functions.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { finishImport } from "./finish-import.ts";
import type { FinishDeps } from "./finish-import.ts";

/** An import that could not be finished is tried again after so long, in milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Finishes an import, also one that a killed process left in the middle. Of one company one is finished at a time, company after
 * company, so that none waits for all that others have brought.
 */
export function importJobs(deps: FinishDeps): JobHandler {
  const { databases, now } = deps;
  return async ({ companyId, key: importId }, signal) => {
    if (companyId === undefined) return;
    const findUser = () => callFunction(databases.worker, "app.unfinished_import", [companyId, importId]);
    const userId = await findUser();
    if (userId === null) return;
    await finishImport(deps, { companyId, importId, userId }, signal);
    // Nobody's rights were left to finish it with: that is seen at the start of the next try.
    if ((await findUser()) !== null) return { next: new Date(now().getTime() + AGAIN_MS) };
  };
}
