import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { jobKindNames, jobKindOf } from "#domain/job-kinds.ts";
import { callFunction } from "../db/functions.ts";
import { listen } from "../db/listen.ts";
import { openJobRunner } from "./run-jobs.ts";
import type { JobDeps, JobHandlers } from "./run-jobs.ts";

export interface Jobs {
  /** Lets what is under way finish, and begins nothing new. */
  stop(): Promise<void>;
}

/** Jobs of a process that does no background work. */
export const noJobs: Jobs = { stop: async () => {} };

/** Without being woken it looks after so long, in milliseconds: for what becomes due by the clock, and for what was not heard. */
const LOOK_MS = 5_000;
/** What is done again and again is made sure of so often: a clock that was ahead for a moment has put it off. */
const SETTLE_MS = 3_600_000;
/** After a failure of the database. */
const PAUSE_MS = 1_000;

/** Works on jobs until it is stopped. Woken by whoever makes one, in whichever process. */
export function startJobs(deps: JobDeps & { readonly pool: pg.Pool }, handlers: JobHandlers): Jobs {
  const { pool, log } = deps;
  const runner = openJobRunner(deps, handlers);
  const stopping = new AbortController();
  let heard = false;
  let wake = () => {};
  const listener = listen(
    pool,
    "jobs",
    () => {
      heard = true;
      wake();
    },
    log,
  );
  const rest = async () => {
    const pause = new AbortController();
    const woken = new Promise<void>((resolve) => void (wake = resolve));
    const time = setTimeout(LOOK_MS, undefined, { signal: pause.signal }).catch(() => {});
    if (!heard && !stopping.signal.aborted) await Promise.race([woken, time, runner.oneEnded()]);
    pause.abort();
  };
  const loop = (async () => {
    for (let settled = -Infinity; !stopping.signal.aborted;) {
      try {
        if (performance.now() - settled > SETTLE_MS) {
          await scheduleJobs(deps, handlers);
          settled = performance.now();
        }
        heard = false;
        if ((await runner.fill(stopping.signal)) === 0) await rest();
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, "jobs could not be claimed and will be tried again");
        await setTimeout(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    await runner.settle();
  })();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await Promise.all([loop, listener.stop()]);
    },
  };
}

/** Makes the jobs that are done again and again, where they are missing; none of them waits for a date that is far off. */
export async function scheduleJobs(
  { worker, now }: Pick<JobDeps, "worker" | "now">,
  handlers: JobHandlers,
): Promise<void> {
  const kinds = jobKindNames.filter((kind) => handlers[kind] && jobKindOf(kind).everySeconds !== undefined);
  if (kinds.length > 0) await callFunction(worker, "app.settle_schedule", [kinds, now()]);
}
