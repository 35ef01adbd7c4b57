import type pg from "pg";

/** A table as a backup holds it: `schema.name`, and the columns in their order. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * What must not come back to life with a backup: sessions that were ended and the accounts at file sources that were connected in them,
 * API tokens that were revoked and pipelines that were trusted no longer since, mails that were sent, jobs that were done, whose signing
 * had stopped, what was asked of the signer, ways to vendors, counters, spent challenges, and files on their way, whose parts no backup
 * holds. A restore empties them.
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
  "app.jobs",
  "app.signing_stops",
  "app.signing_requests",
  "app.link_attempts",
  "app.ended_links",
  // What is damaged is found again where the rows are restored.
  "app.damaged_files",
  "auth.sessions",
  "auth.ceremonies",
  "auth.one_time_links",
  "auth.link_requests",
  "auth.file_grants",
]);

/**
 * What is of this machine and of no other time: what is known of the backups themselves, the keys that wrap values here, which
 * processes run, and what operators were mailed about them. No backup holds it as rows, and no restore takes it away.
 */
const OF_THIS_PLACE = new Set([
  "app.backups",
  "app.operator_notices",
  "app.processes",
  "app.scrub",
  "app.store_identities",
  "app.wrapping_keys",
]);

/** Wrapped keys of companies: in the backup of keys alone. */
export const COMPANY_KEYS = "app.company_keys";

/**
 * Tables whose rows belong to no company: accounts, what the public sent, the installation's own. Every other table is sealed for
 * its companies; one that is neither here nor has a company is a mistake that ends a backup.
 */
const SHARED = new Set([
  "app.access_requests",
  "app.account_bounds",
  "app.contact_messages",
  "app.feature_flags",
  "app.instance_keys",
  "app.judges",
  "app.limits",
  "app.operator_acts",
  "app.owner_limits",
  "app.plans",
  "app.platform_admins",
  "app.profiles",
  "app.register_fields",
  "app.registers",
  "app.request_answers",
  "app.sealing_keys",
  "app.sign_up_invitations",
  "app.storage_locations",
  "auth.devices",
  "auth.identities",
  "auth.passkeys",
  "auth.passwords",
  "auth.recovery_codes",
  "auth.sign_ins",
  "auth.totp_secrets",
  "auth.users",
]);

/** Whether a backup holds the table's rows. */
export function isKept(table: { readonly name: string }): boolean {
  return !NOT_KEPT.has(table.name) && table.name !== COMPANY_KEYS && !OF_THIS_PLACE.has(table.name);
}

/** Whether a restore puts other rows in the place of the table's. */
export function isReplaced(table: { readonly name: string }): boolean {
  return !OF_THIS_PLACE.has(table.name);
}

/** The column that says whose a row is; undefined where rows belong to no company. Throws for a table that was not thought of. */
export function companyColumn(table: BackedUpTable): string | undefined {
  if (table.name === "app.companies") return "id";
  if (table.columns.includes("company_id")) return "company_id";
  if (SHARED.has(table.name)) return undefined;
  throw new Error(`the table ${table.name} has no company and is not declared as shared: no backup can hold it`);
}

/** The table's columns as a backup writes them: the one that says whose a row is comes first. */
export function asWritten(table: BackedUpTable): BackedUpTable & { readonly sealed: boolean } {
  const own = companyColumn(table);
  const columns = own === undefined ? table.columns : [own, ...table.columns.filter((column) => column !== own)];
  return { name: table.name, columns, sealed: own !== undefined };
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
