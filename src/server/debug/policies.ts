import { sql } from "kysely";
import { sayPolicy } from "#domain/policy-words.ts";
import type { Policy } from "#domain/policy-words.ts";
import type { Tx } from "../db/as-caller.ts";

/** The policies that bind this very connection, as PostgreSQL has them now; nothing about them is written here. */
export async function policiesInForce(tx: Tx) {
  const { rows } = await sql<Policy & { name: string }>`
    SELECT tablename AS table, policyname AS name, permissive = 'PERMISSIVE' AS permissive, cmd AS command,
      roles::text[] AS roles, qual AS using, with_check AS check
    FROM pg_catalog.pg_policies WHERE schemaname = 'app' ORDER BY tablename, permissive, policyname`.execute(tx);
  return rows.map((row) => ({
    table: row.table,
    name: row.name,
    message: sayPolicy(row),
    using: row.using,
    check: row.check,
  }));
}
