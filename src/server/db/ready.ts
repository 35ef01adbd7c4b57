import { sql } from "kysely";
import type { Kysely } from "kysely";
import type pg from "pg";
import type { DB } from "./types.gen.ts";
import { knownMigrations } from "./migrate.ts";
import { builtSchemaObjects, differenceOf, fingerprintOf, readSchemaObjects } from "./schema-objects.ts";

/** What a probe says of a process. */
export interface Readiness {
  /** What is the matter, in words for an operator. */
  readonly reason?: string | undefined;
  /** The fingerprint of the database's schema; null where nobody can tell. */
  readonly schema: string | null;
}

/** Probes come often, and somebody changes a schema by hand seldom. */
const KEPT_MS = 60_000;

/**
 * What the schema of a database is, and how it differs from what the migrations of this build make. Asks at most once a minute; who
 * comes meanwhile hears what was so then. Throws where the database does not answer.
 */
export function schemaOf(pool: pg.Pool): () => Promise<Readiness> {
  let kept: { readonly at: number; readonly found: Promise<Readiness> } | undefined;
  const built = builtSchemaObjects();
  const read = async (): Promise<Readiness> => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN READ ONLY");
      const found = await readSchemaObjects(client);
      await client.query("COMMIT");
      if (!found) return { schema: null };
      const difference = differenceOf(await built, found);
      const reason = difference && `the schema of the database is not what its migrations make: ${difference}`;
      return { schema: fingerprintOf(found), reason };
    } catch (error) {
      kept = undefined;
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  };
  return async () => {
    const at = performance.now();
    if (!kept || at - kept.at > KEPT_MS) kept = { at, found: read() };
    return await kept.found;
  };
}

/**
 * Whether a process may be sent traffic: asks the database whether it answers and still has the schema that this build knows.
 * Never throws.
 */
export async function readinessOf(db: Kysely<DB>, pool: pg.Pool): Promise<() => Promise<Readiness>> {
  const schemaNow = schemaOf(pool);
  const newest = (await knownMigrations()).at(-1) ?? "";
  return async () => {
    try {
      const { rows } = await sql<{ newer: boolean; reads_only: boolean }>`
        SELECT EXISTS (SELECT FROM migrations.kysely_migration WHERE name COLLATE "C" > ${newest}) AS newer,
          pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS reads_only`.execute(db);
      const { reads_only: readsOnly, newer } = rows[0]!;
      if (readsOnly) return unready("the database only reads: another server has taken over, or it is a standby");
      if (newer) return unready("the database was migrated by a newer version");
      return await schemaNow();
    } catch {
      return unready("the database does not answer");
    }
  };
}

const unready = (reason: string): Readiness => ({ reason, schema: null });
