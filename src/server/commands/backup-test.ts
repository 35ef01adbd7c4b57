import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { parseIdentity } from "../backup/backup-key.ts";
import { RestoreRefused } from "../backup/restore-refused.ts";
import { NoScratchDatabase } from "../backup/scratch-database.ts";
import { testBackup } from "../backup/test-backup.ts";
import { pathFromCaller } from "../app/config.ts";
import { withBackupFile } from "../app/backup-file.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";
import { progressOn } from "./progress.ts";

const options = { identity: { type: "string" }, keys: { type: "string" } } as const;

export const backupTest: Command = {
  name: "backup-test",
  usage: "backup-test FILE --identity FILE [--keys FILE]",
  does: [
    "Restores the backup FILE into a database of its own beside the one that serves, opens some of its files, and drops it again.",
    "Changes nothing. Exits with 0 when everything is there, else with 1, naming what is not. Needs the right to make databases.",
  ].join("\n"),
  run: async (args, out) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file] = positionals;
    const { identity } = values;
    if (file === undefined || identity === undefined || positionals.length > 1) {
      out("Name the backup to try and what opens it: backup-test FILE --identity FILE");
      return 2;
    }
    try {
      const { identities, signedBy } = parseIdentity(await readFile(pathFromCaller(identity), "utf8"));
      const done = await withBackupFile(file, values.keys, ({ file: found, beside, keys }) =>
        withInstance((instance) =>
          testBackup(
            { ...instance, onProgress: progressOn(out, instance.now) },
            found,
            { opener: { identities }, signedBy },
            { keys, beside },
          ),
        ),
      );
      out(
        `${file}, written ${done.createdAt}, can be restored: ${done.rows} rows of ${done.tables} tables, ${done.blobs} sealed files, of which ${done.opened} were opened; every ledger verifies.`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof RestoreRefused || error instanceof NoScratchDatabase)) throw error;
      out(`${file} could not be restored. ${error.message}`);
      return 1;
    }
  },
};
