import { callFunction } from "../db/functions.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { workOff } from "../jobs/run-jobs.ts";
import { beginCollection } from "./claims.ts";
import { runCollection } from "./run-collection.ts";
import type { Collecting } from "./run-collection.ts";

/** A connection without a run that can be begun is looked at again after so long, in milliseconds. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Works on the run of a connection that waits longest. A run belongs to one worker, and one that is killed leaves it to the next once
 * its lease has ended.
 */
export function collectionJobs(deps: Collecting): JobHandler {
  const { worker } = deps.databases;
  return async ({ companyId, key: connectionId }, signal) => {
    if (companyId === undefined) return;
    const owner = { companyId, connectionId };
    const claim = await beginCollection(worker, owner, deps.now(), deps.everyMinutes);
    if (claim) await runCollection(deps, claim, signal);
    const next = await callFunction(worker, "app.next_collection", [companyId, connectionId]);
    if (!next) return;
    const soonest = deps.now().getTime() + (claim ? 0 : LOOK_AGAIN_MS);
    return { next: new Date(Math.max(next.getTime(), soonest)) };
  };
}

/** Makes the runs that are due, and ends those whose time is over. */
export async function planCollections({ databases, now, everyMinutes }: Collecting): Promise<void> {
  await callFunction(databases.worker, "app.plan_collections", [now(), everyMinutes]);
}

/** Plans what is due, and works on what waits until nothing does. Any number of processes may. */
export async function collectDue(deps: Collecting, signal: AbortSignal): Promise<void> {
  await planCollections(deps);
  const { databases, now, log } = deps;
  await workOff({ worker: databases.worker, now, log }, { collections: collectionJobs(deps) }, signal);
}
