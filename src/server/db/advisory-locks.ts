import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * Locks of the installation by a pair of numbers, each with the one file that takes it. Two that shared a pair would wait for each other, and
 * whoever asks in a second connection for what the first one holds waits for ever.
 */
export const advisoryLocks = {
  backups: [28, 0],
  scrub: [28, 1],
  storeIdentity: [28, 2],
  sweep: [28, 3],
  anchorIdentity: [28, 4],
} as const;

export type AdvisoryLock = keyof typeof advisoryLocks;

const pairOf = (lock: AdvisoryLock): string => advisoryLocks[lock].join(", ");

/** Takes the lock for as long as the session lasts, and answers as `mine` whether nobody else holds it. */
export const tryLock = (lock: AdvisoryLock): string => `SELECT pg_try_advisory_lock(${pairOf(lock)}) AS mine`;

/** Waits for the lock, and holds it until the transaction ends. */
export const waitForLock = (lock: AdvisoryLock): RawBuilder<unknown> =>
  sql`SELECT pg_advisory_xact_lock(${sql.raw(pairOf(lock))})`;
