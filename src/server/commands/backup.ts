import { writeBackup } from "../backup/backup.ts";
import { pathFromCaller } from "../config.ts";
import { withInstance } from "./instance.ts";
import type { Command } from "./main.ts";

export const backup: Command = {
  name: "backup",
  usage: "backup FILE",
  does: "Writes everything the instance holds to FILE, also while it runs. Keep SECRET_KEY elsewhere: without it the backup opens nothing.",
  run: async ([file], out) => {
    if (file === undefined) {
      out("Name the file to write: backup FILE");
      return 2;
    }
    const { tables, rows, blobs, bytes } = await withInstance((instance) =>
      writeBackup(instance, pathFromCaller(file)),
    );
    out(`Wrote ${file}: ${rows} rows of ${tables} tables and ${blobs} sealed files, ${bytes} bytes.`);
    return 0;
  },
};
