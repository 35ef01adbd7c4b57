import type { ClientBase, Pool } from "pg";

type Database = Pick<ClientBase | Pool, "query">;

/** Every table that has rows of companies, by name. */
export async function companyTables(database: Database): Promise<string[]> {
  const { rows } = await database.query(`SELECT format('app.%I', c.relname) AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'app'::regnamespace AND c.relkind = 'r' ORDER BY 1`);
  return rows.map(({ name }) => name as string);
}

/** How many rows each of these tables has of a company; those that have none are left out. */
export async function rowsOfCompany(database: Database, company: string): Promise<Record<string, number>> {
  const parts = (await companyTables(database)).map(
    (table) => `SELECT '${table}' AS name, count(*)::int AS n FROM ${table} WHERE company_id = $1`,
  );
  const { rows } = await database.query(parts.join(" UNION ALL "), [company]);
  return Object.fromEntries(rows.flatMap(({ name, n }) => (n > 0 ? [[name as string, n as number]] : [])));
}
