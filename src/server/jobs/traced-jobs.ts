import type { Tracing } from "../tracing.ts";
import { traced } from "../tracing.ts";
import type { JobHandlers } from "./run-jobs.ts";

/** The same handlers, each run a step of a trace by its kind; which job it is and what it concerns is not told. */
export function tracedJobs(tracing: Tracing | undefined, handlers: JobHandlers): JobHandlers {
  if (!tracing) return handlers;
  return Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]) => [
      kind,
      (...[job, signal]: Parameters<typeof handler>) =>
        traced(tracing, `job ${kind}`, { "exhibit.job": kind, "exhibit.attempts": job.attempts }, () =>
          handler(job, signal),
        ),
    ]),
  );
}
