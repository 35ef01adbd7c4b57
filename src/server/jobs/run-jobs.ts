import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { jobKindNames, jobKindOf, waitAfterFailure } from "#domain/job-kinds.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import type { Clock } from "../clock.ts";
import type { DB } from "../db/types.gen.ts";
import { claimJobs, failJob, finishJob, keepJob } from "./claim-jobs.ts";
import type { Job } from "./claim-jobs.ts";
import { codeOfError } from "./job-error.ts";

/** When a job is to be done again; without it, it is done. */
export type JobEnd = { readonly next: Date | undefined } | void;

/**
 * Does the work that a job points at. A job may be done twice, by a process that was killed and by the next: what is to be done stands in
 * the tables, and a handler that finds nothing to do ends. What it throws is tried again, later and later.
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<JobEnd>;
export type JobHandlers = Partial<Readonly<Record<JobKindName, JobHandler>>>;

export interface JobDeps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly now: Clock;
  readonly log: Logger;
}

/** While some are under way it looks again for others after so long, in milliseconds of real time. */
const LOOK_AGAIN_MS = 1_000;

/** Works on jobs of the kinds that it has handlers for, each in its places. */
export function openJobRunner({ worker, now, log }: JobDeps, handlers: JobHandlers) {
  const active = new Set<Promise<void>>();
  const busy = new Map<JobKindName, number>();
  const change = (kind: JobKindName, by: number) => busy.set(kind, (busy.get(kind) ?? 0) + by);

  const end = async (job: Job, work: () => Promise<JobEnd>, stopping: AbortSignal) => {
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
  };

  const run = async (job: Job, stopping: AbortSignal) => {
    const lost = new AbortController();
    const leaseMs = jobKindOf(job.kind).leaseSeconds * 1_000;
    const beat = setInterval(() => {
      keepJob(worker, job, new Date(now().getTime() + leaseMs)).then(
        (kept) => kept || lost.abort(new Error("another process has this job")),
        // A database that does not answer now is asked again.
        () => {},
      );
    }, leaseMs / 3);
    beat.unref();
    try {
      await end(job, () => handlers[job.kind]!(job, AbortSignal.any([stopping, lost.signal])), stopping);
    } catch (error) {
      log.warn({ err: error, job: job.id, kind: job.kind }, "a job could not be ended and waits for its lease");
    } finally {
      clearInterval(beat);
    }
  };

  /** Claims as long as there is room and something is due; answers how many it began. */
  const fill = async (signal: AbortSignal, kinds: readonly JobKindName[] = jobKindNames): Promise<number> => {
    const free = new Map<JobKindName, number>();
    for (const kind of kinds) {
      const places = jobKindOf(kind).atOnce - (busy.get(kind) ?? 0);
      if (handlers[kind] && places > 0) free.set(kind, places);
    }
    if (signal.aborted) return 0;
    const jobs = await claimJobs(worker, now(), free);
    for (const job of jobs) {
      change(job.kind, 1);
      const work: Promise<void> = run(job, signal).finally(() => {
        change(job.kind, -1);
        active.delete(work);
      });
      active.add(work);
    }
    return jobs.length;
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
