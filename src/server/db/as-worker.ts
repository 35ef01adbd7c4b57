import type { Kysely } from "kysely";
import pg from "pg";
import type { Keys } from "../keys/keys.ts";
import { openKysely, urlOfRole } from "./connections.ts";
import type { DB } from "./types.gen.ts";

/** Nobody holds a lock for as long; whoever would wait for ever holds up everything that comes after. */
const LOCKED_MS = 300_000;

/** For commands and upkeep: a connection as the role of workers, for as long as the work takes. */
export async function asWorker<T>(
  { adminUrl, keys }: { readonly adminUrl: string; readonly keys: Keys },
  work: (worker: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({
    connectionString: urlOfRole(adminUrl, "app_worker", keys),
    max: 1,
    lock_timeout: LOCKED_MS,
  });
  try {
    return await work(openKysely(pool));
  } finally {
    await pool.end();
  }
}
