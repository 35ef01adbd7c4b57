import type { ClientBase } from "pg";

/** How the tables of a schema could be spread over machines by company. */
export interface Distribution {
  /** Tables that lie with their company, and by which column. */
  readonly tenant: readonly { readonly table: string; readonly column: string }[];
  /** Every other table of ours. */
  readonly others: readonly string[];
  /** Unique indexes of tenant tables that leave the company out: no machine alone could keep them. */
  readonly unique: readonly string[];
  /** Foreign keys of tenant tables that leave the company out, though they lead to a tenant table. */
  readonly foreign: readonly string[];
  /** Tables of nobody's that lead to a tenant table, which no table on every machine may. */
  readonly inward: readonly string[];
  /** Tenant tables whose company may be missing. */
  readonly nullable: readonly string[];
}

const TABLES = `SELECT n.nspname || '.' || c.relname AS table, c.oid, a.attname AS column, a.attnotnull AS held
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    AND a.attname = CASE WHEN c.oid = 'app.companies'::regclass THEN 'id' ELSE 'company_id' END
  WHERE n.nspname IN ('app', 'auth', 'migrations') AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

const UNIQUE = `SELECT t.relname AS name, i.indrelid AS oid,
    ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int[]) k JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k) AS columns
  FROM pg_index i JOIN pg_class t ON t.oid = i.indexrelid WHERE i.indisunique AND i.indrelid = ANY ($1) ORDER BY 1`;

const FOREIGN = `SELECT f.conname AS name, f.conrelid AS oid, f.confrelid AS target,
    ARRAY(SELECT a.attname::text FROM unnest(f.conkey) k JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k) AS columns
  FROM pg_constraint f WHERE f.contype = 'f' ORDER BY 1`;

/** Reads from the catalogue how tables could be spread by company. */
export async function distributionOf(client: Pick<ClientBase, "query">): Promise<Distribution> {
  const { rows } = await client.query<{ table: string; oid: number; column: string | null; held: boolean }>(TABLES);
  const tenant = new Map(
    rows.flatMap((row) => (row.column === null ? [] : [[row.oid, { ...row, column: row.column }]])),
  );
  const nameOf = new Map(rows.map(({ oid, table }) => [oid, table]));
  const unique = await client.query<{ name: string; oid: number; columns: string[] }>(UNIQUE, [[...tenant.keys()]]);
  const foreign = await client.query<{ name: string; oid: number; target: number; columns: string[] }>(FOREIGN);
  const lacks = ({ oid, columns }: { oid: number; columns: string[] }) => !columns.includes(tenant.get(oid)!.column);
  const said = ({ oid, name }: { oid: number; name: string }) => `${nameOf.get(oid)} ${name}`;
  return {
    tenant: [...tenant.values()].map(({ table, column }) => ({ table, column })),
    others: rows.flatMap(({ table, column }) => (column === null ? [table] : [])),
    unique: unique.rows.filter(lacks).map(said).toSorted(),
    foreign: foreign.rows
      .filter(({ oid, target }) => tenant.has(oid) && tenant.has(target))
      .filter(lacks)
      .map(said)
      .toSorted(),
    inward: foreign.rows
      .filter(({ oid, target }) => nameOf.has(oid) && !tenant.has(oid) && tenant.has(target))
      .map(said)
      .toSorted(),
    nullable: [...tenant.values()].flatMap(({ table, held }) => (held ? [] : [table])),
  };
}
