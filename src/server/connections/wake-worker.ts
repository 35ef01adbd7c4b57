import type { Jobs } from "../jobs/jobs.ts";

/** The worker finishes links and ends them, and takes up runs. */
export function wakeWorker(jobs: Pick<Jobs, "wake">): void {
  jobs.wake("linking");
  jobs.wake("collections");
}
