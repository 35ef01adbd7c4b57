import { randomUUID } from "node:crypto";
import type { Kysely, Updateable } from "kysely";
import { callFunction } from "../db/functions.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { DB } from "../db/types.gen.ts";

/** A run that is ours until its lease ends. */
export interface Claim {
  /** Made up for this claim: whoever took the run over has another. */
  readonly id: string;
  readonly companyId: string;
  readonly connectionId: string;
  readonly runId: string;
  /** How often it was begun, this time included. */
  readonly attempts: number;
  /** Its own time is over: it is only to be ended. */
  readonly late: boolean;
}

/** The run is no longer ours: another worker has it, or its connection is gone. Nothing of it may be written. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** For so long a run is believed to be worked on without a sign of life, in seconds of the server's clock. */
export const LEASE_SECONDS = 120;

/**
 * Begins the run of a connection that waits longest, or goes on with one whose worker gave no sign of life; undefined when there is none.
 * `db` is the worker's.
 */
export async function beginCollection(
  db: Kysely<DB>,
  { companyId, connectionId }: Pick<Claim, "companyId" | "connectionId">,
  now: Date,
  everyMinutes: number,
): Promise<Claim | undefined> {
  const id = randomUUID();
  const claim = [companyId, connectionId, now, id, LEASE_SECONDS, everyMinutes] as const;
  const [row] = await callFunction(db, "app.begin_collection", [...claim]);
  return row && { id, companyId, connectionId, runId: row.run_id, attempts: row.attempts, late: row.late };
}

/** Does something in one transaction as the connection itself. */
export async function asConnection<T>(db: Kysely<DB>, claim: Claim, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await asCaller(db, { userId: claim.connectionId, companyId: claim.companyId }, work);
}

/** What people see of a run under way. */
export interface Progress {
  readonly step: string;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly items: number;
  readonly requests: number;
}

/** Says where the run is and that its worker lives. Throws LeaseLost when it is not ours any more. */
export async function keepClaim(tx: Tx, claim: Claim, progress: Progress, now: Date): Promise<void> {
  await changeRun(tx, claim, {
    step: progress.step,
    steps_done: progress.stepsDone,
    steps_total: progress.stepsTotal,
    items: progress.items,
    requests: progress.requests,
    lease_until: new Date(now.getTime() + LEASE_SECONDS * 1_000),
  });
}

/** Hands the run back before its end, as begun so often; the next worker goes on where it stopped. */
export async function releaseClaim(tx: Tx, claim: Claim, attempts: number): Promise<void> {
  await changeRun(tx, claim, { state: "waiting", worker: null, lease_until: null, attempts });
}

/** Changes the row of a run that is still ours, and holds it until the transaction ends. Throws LeaseLost otherwise. */
export async function changeRun(tx: Tx, claim: Claim, change: Updateable<DB["app.collection_runs"]>): Promise<void> {
  const changed = await tx
    .updateTable("app.collection_runs")
    .set(change)
    .where("company_id", "=", claim.companyId)
    .where("id", "=", claim.runId)
    .where("state", "=", "working")
    .where("worker", "=", claim.id)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) throw new LeaseLost("another worker has this run, or its connection is gone");
}
