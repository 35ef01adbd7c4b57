import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { Keys } from "../keys/keys.ts";
import { openKysely, openPool, urlOfRole } from "./connections.ts";
import type { OnQuery } from "./connections.ts";
import { shareByCompany } from "./company-turns.ts";
import type { DB } from "./types.gen.ts";

/** A place in the log of the database, as PostgreSQL writes it. */
export type Position = string;

/** A copy of the database that follows it and answers reads. */
export interface Standby {
  readonly user: Kysely<DB>;
  /** Why it answers nothing now, in words for an operator; undefined while it does. */
  fault(): string | undefined;
  /** How far the database has acknowledged anything to anybody, asked of it after this call. */
  acknowledged(): Promise<Position>;
  /** Told how a read ended: it was answered here, the standby lacked something, or it did not answer at all. */
  noteRead(outcome: ReadOutcome): void;
  /** How many reads ended how, since the process began. */
  counts(): Readonly<Record<ReadOutcome, number>>;
  close(): Promise<void>;
}

export type ReadOutcome = "standby" | "behind" | "failed";

const LOOK_EVERY_MS = 5_000;
/** A copy that hangs is left for the database, which nobody waits for in vain. */
const [CONNECTS_WITHIN_MS, ANSWERS_WITHIN_MS] = [1_000, 10_000];

interface Facts {
  readonly follows: boolean;
  readonly cluster: string;
}

const facts = "SELECT pg_is_in_recovery() AS follows, system_identifier::text AS cluster FROM pg_control_system()";

/** What speaks against reading there: `copy` must be a standby of `database`, and not the database itself or another one. */
export function standbyFault(copy: Facts, database: Pick<Facts, "cluster">): string | undefined {
  if (copy.cluster !== database.cluster) return "it is a copy of another database";
  return copy.follows ? undefined : "it takes changes and follows nobody";
}

/** Answers each caller from a question that was asked after they came; those who come meanwhile share the next one. */
export function sharedQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () =>
    (next ??= (current = current.then(
      () => begin(),
      () => begin(),
    )) as Promise<T>);

  function begin(): Promise<T> {
    next = undefined;
    return ask();
  }
}

/**
 * Opens the standby at this address, with the login of those who read, and looks every few seconds whether it can be used. Nothing waits
 * for it: until it was seen to follow `primary`, it answers nothing.
 */
export function openStandby(
  standbyUrl: string,
  primary: pg.Pool,
  { keys, log, connections = 10, onQuery }: { keys: Keys; log: Logger; connections?: number; onQuery?: OnQuery },
): Standby {
  const pool = openPool(() => urlOfRole(standbyUrl, "app_user", keys), connections, log, undefined, undefined, true, {
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  });
  const user = openKysely(pool, onQuery);
  shareByCompany(user, connections);
  const counts: Record<ReadOutcome, number> = { standby: 0, behind: 0, failed: 0 };
  let fault: string | undefined = "it was not asked yet";
  const find = async (): Promise<string | undefined> => {
    const [here, there] = await Promise.all([
      pool.query<Facts>(facts).catch(() => undefined),
      primary.query<Facts>(facts).catch(() => undefined),
    ]);
    if (!here) return "it does not answer";
    // Where the database itself is away, nothing can be compared; it was seen before, or is not used yet.
    return there ? standbyFault(here.rows[0]!, there.rows[0]!) : fault;
  };
  const look = async () => {
    const found = await find();
    if (found !== fault) log[found === undefined ? "info" : "warn"]({ fault: found }, "reads of the standby");
    fault = found;
  };
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  looking.unref();
  void look();
  return {
    user,
    fault: () => fault,
    acknowledged: sharedQuestion(async () => {
      const { rows } = await primary.query<{ at: Position }>("SELECT pg_current_wal_flush_lsn()::text AS at");
      return rows[0]!.at;
    }),
    noteRead: (outcome) => {
      counts[outcome] += 1;
      // Nobody else waits for it until somebody has looked again.
      if (outcome === "failed") fault = "it does not answer";
    },
    counts: () => counts,
    close: async () => {
      clearInterval(looking);
      await pool.end();
    },
  };
}
