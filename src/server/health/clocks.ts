import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isMachineClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { Tx } from "../db/as-caller.ts";
import type { DB } from "../db/types.gen.ts";

/**
 * By how many milliseconds this machine's clock is ahead of the database's, less what asking took; null where an application
 * does not live at its machine's time.
 */
export async function aheadOfDatabase(now: Clock, db: Tx | Kysely<DB>): Promise<number | null> {
  if (!isMachineClock(now)) return null;
  const before = now().getTime();
  const { at } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as("at")).executeTakeFirstOrThrow();
  const after = now().getTime();
  if (at.getTime() < before) return before - at.getTime();
  return Math.min(0, after - at.getTime());
}
