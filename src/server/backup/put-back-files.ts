import { asReader } from "../db/as-reader.ts";
import type { BackupDeps } from "./backup.ts";
import { openBackup } from "./open-backup.ts";
import { putWhereDamaged } from "./put-files.ts";
import type { PutFiles } from "./put-files.ts";
import { openerOf } from "./restore.ts";
import type { RestoreOptions } from "./restore.ts";

/**
 * Puts files of a backup back that are missing or damaged, and are on record; whole ones are left alone, and so is the database.
 * Answers how many came back, and which neither place has whole.
 */
export async function putBackFiles(deps: BackupDeps, file: string, options: RestoreOptions): Promise<PutFiles> {
  const backup = await openBackup(file, await openerOf(options), deps.onProgress, options.beside);
  try {
    return await asReader(deps, (reader) => putWhereDamaged(deps, reader, backup));
  } finally {
    await backup.close();
  }
}
