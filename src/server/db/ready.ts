import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { DB } from "./types.gen.ts";
import { knownMigrations } from "./migrate.ts";

/**
 * Whether a process may be sent traffic: asks the database whether it answers and still has the schema that this build knows.
 * Answers with undefined, or with what is the matter, in words for an operator.
 */
export async function readinessOf(db: Kysely<DB>): Promise<() => Promise<string | undefined>> {
  const newest = (await knownMigrations()).at(-1) ?? "";
  return async () => {
    try {
      const { rows } = await sql<{ newer: boolean; reads_only: boolean }>`
        SELECT EXISTS (SELECT FROM migrations.kysely_migration WHERE name COLLATE "C" > ${newest}) AS newer,
          pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS reads_only`.execute(db);
      if (rows[0]!.reads_only) return "the database only reads: another server has taken over, or it is a standby";
      return rows[0]!.newer ? "the database was migrated by a newer version" : undefined;
    } catch {
      return "the database does not answer";
    }
  };
}
