import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { DB } from "../db/types.gen.ts";

/**
 * Since when PostgreSQL has archived nothing of its log while it failed at it; null where the last piece was archived, or where it is not
 * asked to archive.
 */
export async function archivingFailsSince(db: Tx | Kysely<DB>): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT coalesce(last_archived_time, stats_reset, last_failed_time) AS since FROM pg_stat_archiver
    WHERE current_setting('archive_mode') <> 'off' AND last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(
    db,
  );
  return rows[0]?.since ?? null;
}
