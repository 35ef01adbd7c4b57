// The process that checks stored files, and writes and tries backups. It holds the administrator's URL and SECRET_KEY for as long as
// that takes, answers no request, and ends: nothing that serves has what it needs.
import { readBackupKey } from "../../backup/backup-key-file.ts";
import { workOnBackups } from "../../backup/backup-work.ts";
import { scrub } from "../../scrub/scrub.ts";
import { sweepOrphans } from "../../scrub/sweep-orphans.ts";
import type { BackupDeps } from "../../backup/backup.ts";
import type { Logger } from "pino";
import { openBackupPlace } from "../backup-file.ts";
import { newestMigration } from "../../db/migrate.ts";
import { withInstance } from "../instance.ts";
import { loadConfig, migrationOfSupervisor } from "../config.ts";
import { createLogger } from "../logging.ts";

async function main(): Promise<void> {
  // Nobody waits for it without its supervisor, and the database may be gone.
  process.once("disconnect", () => process.exit(1));
  const config = loadConfig();
  const log = createLogger(config);
  const of = migrationOfSupervisor();
  if (of !== undefined && of !== (await newestMigration())) {
    log.warn(
      "a newer Exhibit lies in the place of the one that runs: nothing is checked or backed up until it is started",
    );
    return;
  }
  await withInstance(async (instance) => {
    // A backup is written even where a file could not be read or removed. Where a whole place is away none is, and `readyz` says so.
    const told = (sentence: string) => (error: unknown) => log.error({ err: error }, sentence);
    await checkFiles(instance, log).catch(told("stored files were not checked"));
    await removeUnfiled(instance, log).catch(told("files that were never filed were not all removed"));
    await workOnBackups(
      { ...instance, log },
      {
        key: () => readBackupKey(config.backupKeyFile),
        folder: config.backupFolder,
        everyHours: config.backupEveryHours,
        place: config.backupUrl && (await openBackupPlace(config.backupUrl)),
        everyMinutes: config.backupEveryMinutes,
        scratch: config.dataDir,
      },
    );
  });
}

async function checkFiles(instance: BackupDeps, log: Logger): Promise<void> {
  const done = await scrub(instance);
  if (done && done.found > 0) log.error({ files: done.found }, "stored files are damaged");
  if (done && done.mended > 0) log.info({ files: done.mended }, "damaged files are whole again");
}

async function removeUnfiled(instance: BackupDeps, log: Logger): Promise<void> {
  const removed = await sweepOrphans(instance, (sentence) => log.error(sentence));
  if (removed > 0) log.info({ files: removed }, "files that were never filed were removed");
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  },
);
