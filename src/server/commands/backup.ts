import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sayDamage } from "#domain/stored-file.ts";
import { keysFileOf, writeBackup } from "../backup/backup.ts";
import { readBackupKey } from "../backup/backup-key-file.ts";
import { loadConfig, pathFromCaller } from "../app/config.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";
import { DAMAGED } from "./scrub.ts";
import { progressOn } from "./progress.ts";

export const backup: Command = {
  name: "backup",
  usage: "backup FILE",
  does: [
    "Writes everything the instance holds to FILE and the companies' keys to FILE.keys, encrypted and signed, also while it runs.",
    "A stored file that is missing or damaged is left out and listed; the exit code is 3 then.",
    "Keep SECRET_KEY and the file of backup-key elsewhere. Delete FILE.keys after 35 days: it is what erasing a company waits for.",
  ].join("\n"),
  run: async ([file], out) => {
    if (file === undefined) {
      out("Name the file to write: backup FILE");
      return 2;
    }
    const key = await readBackupKey(loadConfig().backupKeyFile);
    if (!key) {
      out(
        "There is no backup key yet, so nobody could open a backup. Make one first: npm run exhibit -- backup-key FILE",
      );
      return 1;
    }
    const target = pathFromCaller(file);
    const { tables, rows, blobs, bytes, lacks } = await withInstance((instance) =>
      writeBackup({ ...instance, onProgress: progressOn(out, instance.now) }, key, target),
    );
    out(
      `Wrote ${file} and ${keysFileOf(file)}: ${rows} rows of ${tables} tables and ${blobs} sealed files, ${bytes} bytes.`,
    );
    if (lacks.length === 0) return 0;
    out(`The backup lacks ${lacks.length} stored files, which are missing or damaged:`);
    for (const { path, damage, company, exhibit } of lacks)
      out(`${company}  ${formatExhibitNumber(exhibit)}  ${path} ${sayDamage(damage)}`);
    return DAMAGED;
  },
};
