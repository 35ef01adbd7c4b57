import { RestoreRefused, restoreBackup } from "../backup/restore.ts";
import { loadConfig, pathFromCaller } from "../config.ts";
import { prepare } from "../vault/prepare.ts";
import { withInstance } from "./instance.ts";
import type { Command } from "./main.ts";

export const restore: Command = {
  name: "restore",
  usage: "restore FILE",
  does: "Puts the backup FILE in the place of everything the instance holds, or changes nothing. Refuses a backup that would fork a ledger.",
  run: async ([file], out) => {
    if (file === undefined) {
      out("Name the backup to restore: restore FILE");
      return 2;
    }
    try {
      const { tables, rows, blobs } = await withInstance(async (instance) => {
        const restored = await restoreBackup(instance, pathFromCaller(file));
        // The backup's keys may be wrapped by an earlier SECRET_KEY.
        await prepare(instance.adminUrl, loadConfig().secrets, instance.now);
        return restored;
      });
      out(`Restored ${rows} rows of ${tables} tables and ${blobs} sealed files from ${file}; every ledger verifies.`);
      return 0;
    } catch (error) {
      if (!(error instanceof RestoreRefused)) throw error;
      out(`Not restored. ${error.message}`);
      return 1;
    }
  },
};
