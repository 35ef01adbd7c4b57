import type pg from "pg";

/** A table as a backup holds it: `schema.name`, and the columns in their order. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * What must not come back to life with a backup: sessions that were ended, API tokens that were revoked and pipelines that
 * were trusted no longer since, mails that were sent, ways to vendors, counters, spent challenges, and files on their way,
 * whose parts no backup holds. A restore empties them.
 */
const NOT_KEPT = new Set([
  "app.rate_limits",
  "app.api_tokens",
  "app.pipelines",
  "app.alerts",
  "app.incident_alerts",
  "app.uploads",
  "app.upload_parts",
  "app.reservations",
  "app.spent_challenges",
  "app.outbox",
  "app.processes",
  "app.link_attempts",
  "app.ended_links",
  "auth.sessions",
  "auth.ceremonies",
  "auth.one_time_links",
  "auth.link_requests",
]);

/** Whether a backup holds the table's rows. */
export function isKept(table: BackedUpTable): boolean {
  return !NOT_KEPT.has(table.name);
}

/** Every table there is, parents before the tables that refer to them, so that rows can be put back in this order. */
export async function tablesInOrder(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; parents: string[] }>(`
    SELECT format('%s.%s', n.nspname, c.relname) AS name,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY a.attnum) AS columns,
      ARRAY(SELECT DISTINCT format('%s.%s', pn.nspname, p.relname) FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
        JOIN pg_namespace pn ON pn.oid = p.relnamespace WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid) AS parents
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('app', 'auth') AND c.relkind = 'r' ORDER BY 1`);
  const waiting = rows;
  const ordered: BackedUpTable[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex((row) =>
      row.parents.every((parent) => ordered.some((done) => done.name === parent)),
    );
    if (next < 0)
      throw new Error(`tables refer to each other in a circle: ${waiting.map((row) => row.name).join(", ")}`);
    const [row] = waiting.splice(next, 1);
    ordered.push({ name: row!.name, columns: row!.columns });
  }
  return ordered;
}

/** A table's name and columns for COPY; both come from the catalogue, never from a file. */
export function copyTarget(client: pg.ClientBase, table: BackedUpTable): string {
  const [schema, name] = table.name.split(".") as [string, string];
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} (${columns})`;
}
