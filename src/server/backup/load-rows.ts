import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { openRows } from "./company-rows.ts";
import type { RowsKey } from "./company-rows.ts";
import type { CompanyKeyRow } from "./description.ts";
import type { OpenBackup } from "./open-backup.ts";
import { RestoreRefused } from "./restore-refused.ts";
import { COMPANY_KEYS, copyTarget, isKept, isReplaced, tablesInOrder } from "./tables.ts";
import type { BackedUpTable } from "./tables.ts";
import { ownClient } from "../db/own-client.ts";

/** Where the rows of a database come from. */
export interface RowSource {
  /** A table's rows as lines of COPY and the order of its columns; undefined when the source does not know the table. */
  rows(table: BackedUpTable): { columns: readonly string[]; lines: AsyncIterable<Buffer> } | undefined;
  /** Every table that the source has rows for; one that the database does not have is refused. */
  readonly tables: readonly string[];
  /** The companies' wrapped keys, where they come as values. */
  readonly companyKeys: readonly CompanyKeyRow[] | undefined;
}

/** The rows of a backup. Those of companies whose keys `keyOf` does not have stay closed. */
export function rowsOfBackup(
  backup: OpenBackup,
  companyKeys: readonly CompanyKeyRow[],
  keyOf: (company: string, version: number) => RowsKey | undefined,
): RowSource {
  const { about } = backup;
  const tables = backup.paths.filter((path) => path.startsWith("tables/")).map((path) => path.slice("tables/".length));
  return {
    companyKeys: "tables" in about ? companyKeys : undefined,
    tables,
    rows: ({ name, columns }) => {
      if (!tables.includes(name)) return undefined;
      const lines = backup.read(`tables/${name}`);
      if (!("tables" in about)) return { columns, lines };
      const written = about.tables.find((table) => table.name === name);
      if (!written || written.columns.toSorted().join() !== columns.toSorted().join()) return undefined;
      return {
        columns: written.columns,
        lines: written.sealed ? openRows(lines, keyOf, `${about.id}|${name}`) : lines,
      };
    },
  };
}

/** The rows of another database of the same version, read by a connection that sees them all. */
export function rowsOfDatabase(
  client: pg.Client,
  tables: readonly BackedUpTable[],
  companyKeys: readonly CompanyKeyRow[] | undefined,
): RowSource {
  return {
    companyKeys,
    tables: tables.filter(isReplaced).map(({ name }) => name),
    rows: (table) => ({
      columns: table.columns,
      lines: client.query(copyTo(`COPY ${copyTarget(client, table)} TO STDOUT`)) as AsyncIterable<Buffer>,
    }),
  };
}

/**
 * Puts the source's rows in the place of all there are, in one transaction, or changes nothing. `begin` runs before anything is locked, `before` while the old rows
 * are still there and nobody else can look, `after` when the new ones are.
 */
export async function replaceRows(
  adminUrl: string,
  source: RowSource,
  steps: {
    readonly begin?: (client: pg.Client) => Promise<void>;
    readonly before?: (client: pg.Client) => Promise<void>;
    readonly after: (client: pg.Client) => Promise<void>;
  },
): Promise<{ tables: number; rows: number }> {
  const client = ownClient(adminUrl);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE app_owner");
    await steps.begin?.(client);
    const tables = (await tablesInOrder(client)).filter(isReplaced);
    const names = tables.map((table) => table.name);
    const strange = source.tables.filter((name) => !names.includes(name));
    if (strange.length > 0)
      throw new RestoreRefused(`The backup has tables that this version lacks: ${strange.join(", ")}.`);
    await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS EXCLUSIVE MODE`);
    for (const name of names)
      await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER, NO FORCE ROW LEVEL SECURITY`);
    await steps.before?.(client);
    await client.query(`TRUNCATE ${names.join(", ")}`);
    let rows = 0;
    let filled = 0;
    for (const table of tables) {
      if (table.name === COMPANY_KEYS && source.companyKeys) {
        await putCompanyKeys(client, source.companyKeys);
      } else if (isKept(table) || table.name === COMPANY_KEYS) {
        rows += await fill(client, table, source);
        filled += 1;
      }
    }
    await steps.after(client);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER, FORCE ROW LEVEL SECURITY`);
    await client.query("COMMIT");
    return { tables: filled, rows };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, table: BackedUpTable, source: RowSource): Promise<number> {
  const found = source.rows(table);
  if (!found) throw new RestoreRefused(`The backup lacks the table ${table.name}, or has other columns of it.`);
  const stream = client.query(copyFrom(`COPY ${copyTarget(client, { ...table, columns: found.columns })} FROM STDIN`));
  await pipeline(Readable.from(found.lines), stream);
  return stream.rowCount;
}

/** Of those companies alone that have come back. */
async function putCompanyKeys(client: pg.Client, keys: readonly CompanyKeyRow[]): Promise<void> {
  await client.query(
    `INSERT INTO app.company_keys SELECT k.* FROM jsonb_populate_recordset(NULL::app.company_keys, $1::jsonb) k
     WHERE k.company_id IN (SELECT id FROM app.companies)`,
    [JSON.stringify(keys)],
  );
}
