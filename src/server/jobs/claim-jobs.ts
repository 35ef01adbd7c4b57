import { sql } from "kysely";
import type { Kysely } from "kysely";
import { jobKindOf } from "#domain/job-kinds.ts";
import type { JobKindName } from "#domain/job-kinds.ts";
import { isMachineClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { functionOf } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";

/** A job that is ours until its lease ends. */
export interface Job {
  readonly id: string;
  readonly kind: JobKindName;
  /** The id of what is to be worked on. */
  readonly key: string;
  readonly companyId: string | undefined;
  /** How often it was begun, this time included. */
  readonly attempts: number;
  /** Made up for this claim: whoever took the job over has another. */
  readonly token: string;
}

/**
 * Has the commit of this statement not wait for the disk. A database that loses power forgets the last of these, and a job is done once
 * more, which harms nothing. What makes a job, and what it does, are committed as everything is.
 */
const unhurried = sql`(SELECT set_config('synchronous_commit', 'off', true)) u (set)`;

/** The most of any kind that one claim takes. */
const most = (attempts: number) => Math.min(attempts, 1_000_000);

/**
 * So many milliseconds from now, by the one clock that all workers share: machines whose clocks differ would take each other's jobs. An
 * application that does not live at its machine's time has its own.
 */
const fromNow = (now: Clock, milliseconds = 0) =>
  isMachineClock(now)
    ? sql<Date>`clock_timestamp() + make_interval(secs => ${milliseconds / 1_000}::double precision)`
    : new Date(now().getTime() + milliseconds);

/**
 * Claims what is due of these kinds, as many of each as there are free places, company by company. `db` is app_worker's; any number of
 * processes may claim at the same time.
 */
export async function claimJobs(
  db: Kysely<DB>,
  now: Clock,
  free: ReadonlyMap<JobKindName, number>,
): Promise<readonly Job[]> {
  const kinds = [...free.keys()];
  if (kinds.length === 0) return [];
  const facts = kinds.map(jobKindOf);
  const call = functionOf("app.claim_jobs", [
    fromNow(now),
    kinds,
    [...free.values()],
    facts.map((kind) => kind.leaseSeconds),
    facts.map((kind) => kind.perCompany ?? null),
    facts.map((kind) => kind.reserved ?? 0),
    facts.map((kind) => most(kind.attempts)),
  ]);
  const { rows } = await sql<RowOf<"app.claim_jobs">>`SELECT j.* FROM ${unhurried}, LATERAL ${call} j
    WHERE u.set IS NOT NULL`.execute(db);
  return rows.map(({ company_id: companyId, ...row }) => ({ ...row, companyId: companyId ?? undefined }));
}

/** Says that the job is worked on for as long as its lease is. False when another process has it, or it is gone. */
export async function keepJob(db: Kysely<DB>, { id, kind, token }: Job, now: Clock): Promise<boolean> {
  const call = functionOf("app.keep_job", [id, token, fromNow(now, jobKindOf(kind).leaseSeconds * 1_000)]);
  const { rows } = await sql<{ kept: RowOf<"app.keep_job"> }>`SELECT u.set, ${call} AS kept FROM ${unhurried}`.execute(
    db,
  );
  return rows[0]!.kept;
}

/** Ends a job that was done; with `next` it is done again then. */
export async function finishJob(db: Kysely<DB>, { id, token }: Job, now: Date, next: Date | undefined): Promise<void> {
  const call = functionOf("app.finish_job", [id, token, now, next ?? null]);
  await sql`SELECT u.set, ${call} FROM ${unhurried}`.execute(db);
}

/** Notes that a try failed; with `next` it is tried again then, otherwise it waits for an operator. */
export async function failJob(
  db: Kysely<DB>,
  { id, token }: Job,
  failure: { readonly now: Date; readonly next: Date | undefined; readonly error: string },
): Promise<void> {
  const { now, next, error } = failure;
  const call = functionOf("app.fail_job", [id, token, now, next ?? null, error]);
  await sql`SELECT u.set, ${call} FROM ${unhurried}`.execute(db);
}
