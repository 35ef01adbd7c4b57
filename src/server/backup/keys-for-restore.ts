import { access } from "node:fs/promises";
import { urlOfRole } from "../db/connections.ts";
import { erasedCompanies } from "../ledger/erased-companies.ts";
import { keysFileOf } from "./backup.ts";
import type { BackupDeps } from "./backup.ts";
import type { CompanyKeyRow, Description } from "./description.ts";
import type { BackupOpener, OpenBackup } from "./open-backup.ts";
import { checkKeys, openKeys } from "./open-keys.ts";
import type { Wanted } from "./open-keys.ts";
import { RestoreRefused } from "./restore-refused.ts";
import { fromKeysFile, readCompanyKeys } from "./row-keys.ts";
import { openVaultKeys } from "./vault-keys.ts";
import { ownClient } from "../db/own-client.ts";

/** The companies' keys that a restore works with. */
export interface RestoreKeys {
  /** Wrapped; of no company that was erased. */
  readonly rows: readonly CompanyKeyRow[];
  /** Whether they are those of the database that is replaced. */
  readonly ofDatabase: boolean;
  /** Every company that is known to be erased. */
  readonly erased: ReadonlySet<string>;
  /** Those of them that the backup holds: they stay closed. */
  readonly left: readonly string[];
}

/**
 * Finds the keys: in the backup of keys that is named, else in the database that is replaced, else beside the backup. Throws
 * {@link RestoreRefused} when there are none, when they do not go with the backup, or when one is missing of a company that was
 * never erased: it would be lost without a word.
 */
export async function keysForRestore(
  deps: BackupDeps,
  { about }: OpenBackup,
  file: string,
  by: BackupOpener | undefined,
  wanted: Wanted & { readonly keys?: string | undefined },
): Promise<RestoreKeys> {
  const erased = new Set((await Promise.all(Object.values(deps.blobs).map(erasedCompanies))).flat());
  // The last release kept the keys with everything else.
  if (!("id" in about) || !by) return { rows: [], ofDatabase: false, erased, left: [] };
  const { rows, ofDatabase, also } = await find(deps, about, file, by, wanted);
  for (const company of also) erased.add(company);
  const known = new Set(rows.map((row) => row.company_id));
  const left = about.companies.map(({ id }) => id).filter((id) => !known.has(id) || erased.has(id));
  const lost = left.find((id) => !erased.has(id));
  if (lost !== undefined)
    throw new RestoreRefused(
      `There is no key of company ${lost}, and nothing remembers that it was erased. Name the backup of keys that has it: --keys FILE`,
    );
  return { rows: rows.filter((row) => !erased.has(row.company_id)), ofDatabase, erased, left };
}

async function find(
  deps: BackupDeps,
  about: Description,
  file: string,
  by: BackupOpener,
  wanted: Wanted & { readonly keys?: string | undefined },
): Promise<{ rows: readonly CompanyKeyRow[]; ofDatabase: boolean; also: readonly string[] }> {
  if (wanted.keys === undefined) {
    const present = await keysOfDatabase(deps);
    if (present.length > 0 || about.companies.length === 0) return { rows: present, ofDatabase: true, also: [] };
  }
  const beside = keysFileOf(file);
  if (wanted.keys === undefined && !(await isThere(beside)))
    throw new RestoreRefused(
      `The backup does not hold the keys of its companies, and neither does the database. Name the newest backup of keys: --keys FILE (it was written as ${beside})`,
    );
  const keys = await openKeys(wanted.keys ?? beside, by);
  checkKeys(keys, about, deps.now(), wanted);
  const opening = deps.keys.beside(openVaultKeys(deps, keys));
  return { rows: fromKeysFile(opening, keys.keys), ofDatabase: false, also: keys.erased };
}

async function keysOfDatabase({ adminUrl, keys }: BackupDeps): Promise<CompanyKeyRow[]> {
  const client = ownClient(urlOfRole(adminUrl, "app_backup", keys));
  await client.connect();
  try {
    return await readCompanyKeys(client);
  } finally {
    await client.end();
  }
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
