import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { jobKindOf, waitAfterFailure } from "#domain/job-kinds.ts";
import type { Clock } from "../clock.ts";
import type { DB } from "../db/types.gen.ts";
import { failJob, finishJob, keepJob } from "./claim-jobs.ts";
import type { Job } from "./claim-jobs.ts";
import { codeOfError } from "./job-error.ts";

/** When a job is to be done again; without it, it is done. */
export type JobEnd = { readonly next: Date | undefined } | void;

/**
 * Does the work that a job points at. A job may be done twice, by a process that was killed and by the next: what is to be done stands in
 * the tables, and a handler that finds nothing to do ends. What it throws is tried again, later and later.
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<JobEnd>;

export interface JobDeps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly now: Clock;
  readonly log: Logger;
}

/** Does a job and ends it, as long as nobody else has it. Its lease is kept meanwhile; nothing is thrown. */
export async function runJob(deps: JobDeps, handler: JobHandler, job: Job, stopping: AbortSignal): Promise<void> {
  const { worker, now, log } = deps;
  const lost = new AbortController();
  const leaseMs = jobKindOf(job.kind).leaseSeconds * 1_000;
  const beat = setInterval(() => {
    keepJob(worker, job, now).then(
      (kept) => kept || lost.abort(new Error("another process has this job")),
      // A database that does not answer now is asked again.
      () => {},
    );
  }, leaseMs / 3);
  beat.unref();
  try {
    await end(deps, job, () => handler(job, AbortSignal.any([stopping, lost.signal])), stopping);
  } catch (error) {
    log.warn({ err: error, job: job.id, kind: job.kind }, "a job could not be ended and waits for its lease");
  } finally {
    clearInterval(beat);
  }
}

async function end(
  { worker, now, log }: JobDeps,
  job: Job,
  work: () => Promise<JobEnd>,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const ended = await work();
    // What was stopped in the middle is gone on with; what was done all the same is found to be so.
    await finishJob(worker, job, now(), ended?.next ?? (stopping.aborted ? now() : undefined));
  } catch (error) {
    // Nobody failed: the next process goes on with it at once.
    if (stopping.aborted) return await finishJob(worker, job, now(), now());
    const kind = jobKindOf(job.kind);
    const wait = waitAfterFailure(kind, job.attempts, randomInt(1_001) / 1_000);
    const facts = { err: error, job: job.id, kind: job.kind, key: job.key, attempts: job.attempts };
    if (wait === undefined) log.error(facts, "a job was given up and waits for an operator");
    else log.warn(facts, "a job failed and will be tried again");
    const at = now();
    const next = wait === undefined ? undefined : new Date(at.getTime() + wait * 1_000);
    await failJob(worker, job, { now: at, next, error: codeOfError(error) });
  }
}
