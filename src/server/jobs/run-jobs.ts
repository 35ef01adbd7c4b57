import { setTimeout } from "node:timers/promises";
import { jobKindNames, jobKindOf } from "#domain/job-kinds.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import { claimJobs } from "./claim-jobs.ts";
import { runJob } from "./run-job.ts";
import type { JobDeps, JobHandler } from "./run-job.ts";

export type { JobDeps, JobHandler } from "./run-job.ts";
export type JobHandlers = Partial<Readonly<Record<JobKindName, JobHandler>>>;

/** While some are under way it looks again for others after so long, in milliseconds of real time. */
const LOOK_AGAIN_MS = 1_000;

/** Works on jobs of the kinds that it has handlers for, each in its places. */
export function openJobRunner(deps: JobDeps, handlers: JobHandlers) {
  const { worker, now } = deps;
  const active = new Set<Promise<void>>();
  const busy = new Map<JobKindName, number>();
  let ended = 0;
  const change = (kind: JobKindName, by: number) => busy.set(kind, (busy.get(kind) ?? 0) + by);

  /** Claims as long as there is room and something is due; answers how many it began. */
  const fill = async (signal: AbortSignal, kinds: readonly JobKindName[] = jobKindNames): Promise<number> => {
    const before = ended;
    const free = new Map<JobKindName, number>();
    for (const kind of kinds) {
      const places = jobKindOf(kind).atOnce - (busy.get(kind) ?? 0);
      if (handlers[kind] && places > 0) free.set(kind, places);
    }
    if (signal.aborted) return 0;
    const jobs = await claimJobs(worker, now, free);
    for (const job of jobs) {
      change(job.kind, 1);
      const work: Promise<void> = runJob(deps, handlers[job.kind]!, job, signal).finally(() => {
        change(job.kind, -1);
        active.delete(work);
        ended += 1;
      });
      active.add(work);
    }
    // A place that became free while this was asked was not asked for, and nobody would look again before long.
    return jobs.length > 0 || ended === before ? jobs.length : await fill(signal, kinds);
  };

  return {
    fill,
    /** Resolves when one of those under way has ended; never when none is. */
    oneEnded: () => Promise.race(active),
    /** Resolves when none is under way. */
    settle: async () => {
      while (active.size > 0) await Promise.all(active);
    },
    /** Works until nothing is due and nothing is under way. Answers how many it began. */
    drain: async (signal: AbortSignal, kinds?: readonly JobKindName[]): Promise<number> => {
      let begun = 0;
      for (;;) {
        const more = await fill(signal, kinds);
        begun += more;
        if (active.size === 0 && more === 0) return begun;
        if (active.size > 0) {
          const pause = new AbortController();
          const rest = setTimeout(LOOK_AGAIN_MS, undefined, { signal: pause.signal }).catch(() => {});
          await Promise.race([rest, Promise.race(active)]);
          pause.abort();
        }
      }
    },
  };
}

/** Does what is due of these handlers' kinds until nothing is. */
export async function workOff(deps: JobDeps, handlers: JobHandlers, signal: AbortSignal): Promise<number> {
  return await openJobRunner(deps, handlers).drain(signal);
}
