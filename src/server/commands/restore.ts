import { parseArgs } from "node:util";
import { restoreAndAdopt } from "../backup/recover.ts";
import { RestoreRefused } from "../backup/restore-refused.ts";
import { NoScratchDatabase } from "../backup/scratch-database.ts";
import { pathFromCaller } from "../app/config.ts";
import { withBackupFile } from "../app/backup-file.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";
import { DAMAGED } from "./scrub.ts";
import { tellBadCopies } from "./bad-copies.ts";
import { progressOn } from "./progress.ts";

const options = {
  identity: { type: "string" },
  keys: { type: "string" },
  older: { type: "boolean" },
  "behind-signed": { type: "boolean" },
  "recover-anchors": { type: "boolean" },
  "old-keys": { type: "boolean" },
  "unauthenticated-format-1": { type: "boolean" },
} as const;

export const restore: Command = {
  name: "restore",
  usage: "restore FILE --identity FILE [--keys FILE] [--older] [--behind-signed] [--recover-anchors] [--old-keys]",
  does: [
    "Puts the backup FILE in the place of everything the instance holds, or changes nothing. --identity names what backup-key wrote.",
    "--keys names the newest FILE.keys; without it the keys of the database count, or those beside the backup.",
    "Refuses a file that this installation did not write or that was changed, and a backup that would fork a ledger.",
    '--recover-anchors says as "recover anchors" does that the place in ANCHORS_URL is a new one, or one that was brought back.',
    "--older goes back behind a newer backup, --behind-signed behind what was signed, --old-keys uses keys of more than 35 days. --unauthenticated-format-1 (without",
    "--identity) reads a backup of the last release, which anybody who held it could have changed.",
    "Exits with 0 when it was restored, 3 when files are missing or damaged, 1 when it was refused, 2 for wrong usage.",
  ].join("\n"),
  run: async (args, out) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) {
      out("Name the backup to restore and what opens it: restore FILE --identity FILE");
      return 2;
    }
    const pathOf = (name: string | undefined) => (name === undefined ? undefined : pathFromCaller(name));
    const unauthenticated = values["unauthenticated-format-1"];
    if (unauthenticated) out("Nothing shows who wrote this backup: a person or a row may have been added to it.");
    try {
      const done = await withBackupFile(file, values.keys, ({ file: found, beside, keys }) =>
        withInstance(
          (instance) =>
            restoreAndAdopt({ ...instance, onProgress: progressOn(out, instance.now) }, found, {
              identity: pathOf(values.identity),
              keys,
              older: values.older,
              behindSigned: values["behind-signed"],
              recoverAnchors: values["recover-anchors"],
              oldKeys: values["old-keys"],
              unauthenticated,
              beside,
            }),
          { anyStores: true },
        ),
      );
      out(
        `Restored ${done.rows} rows of ${done.tables} tables and ${done.blobs} sealed files from ${file}, written ${done.createdAt}; every ledger verifies.`,
      );
      if (values["recover-anchors"])
        out(
          'Anchors go to the place in ANCHORS_URL. "ledger status" lists within a minute which ledgers it lacks the anchors of.',
        );
      if (done.otherSchema)
        out("Its database had a schema that its migrations do not make. The rows are in the schema that they make.");
      if (done.erased > 0) out(`Companies in it that were erased since, and stay erased: ${done.erased}.`);
      if (done.erasedFiles > 0)
        out(
          `Files in it that owners erased since, and that did not come back: ${done.erasedFiles}. Where an item has its name again, withdraw and erase it again.`,
        );
      if (done.lacks > 0) out(`Files that were missing or damaged when the backup was written: ${done.lacks}.`);
      if (done.missing.length > 0)
        out(`Files on record that are missing or damaged now: ${done.missing.length}. Run "scrub" to list them all.`);
      tellBadCopies(done.missing, out);
      return done.lacks + done.missing.length > 0 ? DAMAGED : 0;
    } catch (error) {
      if (!(error instanceof RestoreRefused || error instanceof NoScratchDatabase)) throw error;
      out(`Not restored. ${error.message}`);
      return 1;
    }
  },
};
