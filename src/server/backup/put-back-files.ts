import pg from "pg";
import { urlOfRole } from "../db/connections.ts";
import { damageOf } from "../scrub/damage-of.ts";
import { itemsAfter } from "../scrub/stored-items.ts";
import type { Place } from "../scrub/stored-items.ts";
import type { BackupDeps } from "./backup.ts";
import { openBackup } from "./open-backup.ts";
import { openerOf } from "./restore.ts";
import type { RestoreOptions } from "./restore.ts";

const PAGE = 500;

/**
 * Puts files of a backup back that are missing or damaged, and are on record; whole ones are left alone, and so is the database.
 * Answers how many came back.
 */
export async function putBackFiles(deps: BackupDeps, file: string, options: RestoreOptions): Promise<number> {
  const { adminUrl, keys, blobs, onProgress } = deps;
  const backup = await openBackup(file, await openerOf(options), onProgress, options.beside);
  const reader = new pg.Client({ connectionString: urlOfRole(adminUrl, "app_backup", keys) });
  try {
    await reader.connect();
    const held = new Set(backup.paths);
    let putBack = 0;
    for (let after: Place | undefined, seen = 0; ;) {
      const page = await itemsAfter(reader, keys, after, PAGE);
      for (const item of page) {
        const path = `blobs/${item.geography}/${item.blobKey}`;
        onProgress?.("sealed files", (seen += 1), held.size);
        after = { company: item.companyId, number: item.number };
        const store = blobs[item.geography];
        if (!held.has(path) || (await damageOf(store, item)) === undefined) continue;
        await store.put(item.blobKey, backup.read(path));
        putBack += 1;
      }
      if (page.length < PAGE) return putBack;
    }
  } finally {
    await reader.end().catch(() => {});
    await backup.close();
  }
}
