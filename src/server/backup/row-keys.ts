import { hkdfSync } from "node:crypto";
import type pg from "pg";
import { openCompanyKey, wrapCompanyKey } from "../blobs/company-keys.ts";
import type { Keys } from "../keys/keys.ts";
import { companyKeyRow } from "./description.ts";
import type { CompanyKeyRow } from "./description.ts";
import type { RowsKey } from "./company-rows.ts";

/** Every wrapped key of a company in the database. The connection must see them all. */
export async function readCompanyKeys(client: pg.ClientBase): Promise<CompanyKeyRow[]> {
  const { rows } = await client.query<{ row: unknown }>(
    "SELECT to_jsonb(k) AS row FROM app.company_keys k ORDER BY company_id, version",
  );
  return rows.map(({ row }) => companyKeyRow.parse(row));
}

/**
 * The same keys for a backup of keys: wrapped for that purpose, so that they open there whatever became of what wraps them in a
 * database since. {@link fromKeysFile} undoes it.
 */
export function forKeysFile(keys: Keys, rows: readonly CompanyKeyRow[]): CompanyKeyRow[] {
  return rows.map((row) => withWrapped(row, keys.wrap("backup", openRow(keys, row), bindingOf(row))));
}

/** Keys as they lie in the database that is restored; throws where one is of another SECRET_KEY. */
export function fromKeysFile(keys: Keys, rows: readonly CompanyKeyRow[]): CompanyKeyRow[] {
  return rows.map((row) => {
    const own = keys.unwrap("backup", bytesOf(row), bindingOf(row));
    return withWrapped(row, wrapCompanyKey(keys, row, own));
  });
}

const bindingOf = ({ company_id, version }: CompanyKeyRow) => `company|${company_id}|${version}`;
const bytesOf = ({ wrapped }: CompanyKeyRow) => Buffer.from(wrapped.replace(/^\\x/, ""), "hex");
const openRow = (keys: Keys, row: CompanyKeyRow) => openCompanyKey(keys, { ...row, wrapped: bytesOf(row) });
const withWrapped = (row: CompanyKeyRow, wrapped: Buffer) => ({ ...row, wrapped: `\\x${wrapped.toString("hex")}` });

/** Finds the key of a company's rows in one backup, made of a version of the company's key. Undefined where that is gone. */
export function rowKeys(
  keys: Keys,
  wrapped: readonly CompanyKeyRow[],
  backupId: string,
): (company: string, version: number) => RowsKey | undefined {
  const byName = new Map(wrapped.map((row) => [`${row.company_id}|${row.version}`, row]));
  const made = new Map<string, RowsKey>();
  return (company, version) => {
    const name = `${company}|${version}`;
    const known = made.get(name);
    if (known) return known;
    const row = byName.get(name);
    if (!row) return undefined;
    const key = Buffer.from(hkdfSync("sha256", openRow(keys, row), backupId, "exhibit/1/rows in a backup", 32));
    const rowsKey = { version, key };
    made.set(name, rowsKey);
    return rowsKey;
  };
}

/** The newest version of each company's key. */
export function newestVersions(wrapped: readonly CompanyKeyRow[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { company_id: company, version } of wrapped)
    newest.set(company, Math.max(version, newest.get(company) ?? version));
  return newest;
}
