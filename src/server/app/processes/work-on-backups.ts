// The process that writes and tries backups. It holds the administrator's URL and SECRET_KEY for as long as that takes, answers
// no request, and ends: nothing that serves has what it needs.
import { readBackupKey } from "../../backup/backup-key-file.ts";
import { workOnBackups } from "../../backup/backup-work.ts";
import { withInstance } from "../instance.ts";
import { loadConfig } from "../config.ts";
import { createLogger } from "../logging.ts";

async function main(): Promise<void> {
  // Nobody waits for it without its supervisor, and the database may be gone.
  process.once("disconnect", () => process.exit(1));
  const config = loadConfig();
  await withInstance((instance) =>
    workOnBackups(
      { ...instance, log: createLogger(config) },
      {
        key: () => readBackupKey(config.backupKeyFile),
        folder: config.backupFolder,
        everyHours: config.backupEveryHours,
      },
    ),
  );
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  },
);
