import type { ClientBase } from "pg";
import type { Principal } from "./principals.ts";

export type Role = Principal["role"];

/** The columns of a table that a role has a privilege on; deleting knows no columns. */
export interface Granted {
  readonly select: readonly string[];
  readonly insert: readonly string[];
  readonly update: readonly string[];
  readonly delete: boolean;
}

const nothing: Granted = { select: [], insert: [], update: [], delete: false };

/** What the serving roles may try, PUBLIC's grants included; without a grant no statement gets to a policy. */
export async function readGrants(client: ClientBase): Promise<(role: Role, table: string) => Granted> {
  const { rows } = await client.query<Granted & { role: Role; table: string }>(query);
  const found = new Map(rows.map(({ role, table, ...granted }) => [`${role} ${table}`, granted]));
  return (role, table) => found.get(`${role} ${table}`) ?? nothing;
}

const columnsWith = (verb: string) => `coalesce(array_agg(a.attname::text ORDER BY a.attnum)
  FILTER (WHERE has_column_privilege(r.rolname, c.oid, a.attnum, '${verb}')), '{}')`;

const query = `
  SELECT r.rolname AS role, n.nspname || '.' || c.relname AS table, ${columnsWith("SELECT")} AS select,
    ${columnsWith("INSERT")} AS insert, ${columnsWith("UPDATE")} AS update,
    has_table_privilege(r.rolname, c.oid, 'DELETE') AS delete
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped, pg_roles r
  WHERE n.nspname IN ('app', 'auth') AND c.relkind IN ('r', 'p') AND r.rolname IN ('app_user', 'app_auditor', 'app_staff', 'app_auth', 'app_worker', 'app_signer')
  GROUP BY r.rolname, n.nspname, c.relname, c.oid`;
