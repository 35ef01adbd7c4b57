import path from "node:path";
import { parseArgs } from "node:util";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { knownPlace } from "../backup/place-identity.ts";
import { recoverDatabase, recoverStore } from "../backup/recover.ts";
import type { Recovered } from "../backup/recover.ts";
import { RestoreRefused } from "../backup/restore-refused.ts";
import { NoScratchDatabase } from "../backup/scratch-database.ts";
import { asWorker } from "../db/as-worker.ts";
import { adoptAnchors } from "../ledger/anchor-identity.ts";
import { loadConfig, pathFromCaller } from "../app/config.ts";
import { openBackupPlace, withBackupFile } from "../app/backup-file.ts";
import type { BackupFile } from "../app/backup-file.ts";
import { withInstance } from "../app/instance.ts";
import { isRecordLine, loginName } from "./record-line.ts";
import type { Command } from "./main.ts";
import { tellBadCopies } from "./bad-copies.ts";
import { progressOn } from "./progress.ts";
import { DAMAGED } from "./scrub.ts";

const USAGE =
  'recover database|both FILE --identity FILE --reason "…" [--by NAME] [--keys FILE] | recover store [FILE --identity FILE] | recover backups|anchors';

const options = {
  identity: { type: "string" },
  keys: { type: "string" },
  "old-keys": { type: "boolean" },
  reason: { type: "string" },
  by: { type: "string" },
} as const;

export const recover: Command = {
  name: "recover",
  usage: USAGE,
  does: [
    "Goes on after a loss. database: the database is lost, the files are there. store: the files are lost, the database is there.",
    "both: everything is lost. Each ledger of which more was signed than came back begins again under a new name, with the reason on",
    "record; every report says so from then on. backups: the places in BACKUP_URL and BACKUP_FOLDER are new ones, and backups go there.",
    "anchors: the place in ANCHORS_URL is a new one, or one that was brought back from a copy, and anchors go there.",
    "Exits with 0 when all is back, 3 when files are missing, 1 when it is refused.",
  ].join("\n"),
  run: async (args, out) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [what, file, ...more] = positionals;
    const { reason = "", by: person = loginName() } = values;
    if (what === "backups" && positionals.length === 1 && Object.keys(values).length === 0)
      return await adoptPlaces(out);
    if (what === "anchors" && positionals.length === 1 && Object.keys(values).length === 0)
      return await adoptAnchorPlace(out);
    const isStore = what === "store";
    const isDatabase = what === "database" || what === "both";
    const isWrong = isStore ? (file === undefined) !== (values.identity === undefined) : file === undefined;
    if (
      more.length > 0 ||
      !(isStore || isDatabase) ||
      isWrong ||
      (isDatabase && !isRecordLine(reason, 500)) ||
      !isRecordLine(person, 200)
    ) {
      out(`Say what was lost: ${USAGE}`);
      return 2;
    }
    const pathOf = (name: string | undefined) => (name === undefined ? undefined : pathFromCaller(name));
    const opening = { identity: pathOf(values.identity), oldKeys: values["old-keys"] };
    const began = performance.now();
    try {
      return await located(file, values.keys, async ({ file: found, beside, keys }) =>
        withInstance(
          async (instance) => {
            const by = { ...opening, keys };
            const deps = { ...instance, onProgress: progressOn(out, instance.now) };
            const damaged = isStore
              ? await tellStore(recoverStore(deps, found, { ...by, beside }), out)
              : await tellDatabase(recoverDatabase(deps, found!, { ...by, beside }, { reason, person }), out);
            out(`It took ${Math.ceil((performance.now() - began) / 1_000)} seconds.`);
            if (damaged > 0) out(`Files that are missing or damaged: ${damaged}. "scrub status" lists them.`);
            return damaged > 0 ? DAMAGED : 0;
          },
          { anyStores: true },
        ),
      );
    } catch (error) {
      if (!(error instanceof RestoreRefused || error instanceof NoScratchDatabase)) throw error;
      out(`Not recovered. ${error.message}`);
      return 1;
    }
  },
};

type Located = Partial<BackupFile>;

/** The backup that was typed; nothing where only what is lost is accepted. */
const located = async <T>(
  typed: string | undefined,
  typedKeys: string | undefined,
  work: (backup: Located) => Promise<T>,
): Promise<T> => (typed === undefined ? await work({}) : await withBackupFile(typed, typedKeys, work));

/** From now on backups go to the places that the settings name, whatever was there before. */
async function adoptPlaces(out: (line: string) => void): Promise<number> {
  const { backupUrl, backupFolder } = loadConfig();
  const folder = backupFolder && path.resolve(backupFolder);
  const places = [
    ...(backupUrl ? [await openBackupPlace(backupUrl)] : []),
    ...(folder ? [{ store: folderBlobStore(folder), name: folder }] : []),
  ];
  for (const place of places) {
    await withInstance((instance) => knownPlace(instance, place, { adopt: true }), { anyStores: true });
    out(`Backups go to ${place.name}.`);
  }
  if (places.length === 0) out("Neither BACKUP_URL nor BACKUP_FOLDER is set.");
  return places.length === 0 ? 1 : 0;
}

/** From now on anchors go to the place that the settings name. What was signed and has no anchor there stays lost. */
async function adoptAnchorPlace(out: (line: string) => void): Promise<number> {
  await withInstance((instance) => adoptAnchors(instance.anchors, (work) => asWorker(instance, work)), {
    anyStores: true,
  });
  out(
    'Anchors go to the place in ANCHORS_URL. "ledger status" lists within a minute which ledgers it lacks the anchors of.',
  );
  return 0;
}

async function tellStore(work: ReturnType<typeof recoverStore>, out: (line: string) => void): Promise<number> {
  const { putBack, missing, damaged } = await work;
  out(`Put ${putBack} files back. Nothing of the database or of any ledger is lost.`);
  tellBadCopies(missing, out);
  return damaged;
}

async function tellDatabase(work: Promise<Recovered>, out: (line: string) => void): Promise<number> {
  const { createdAt, rows, blobs, restarted, forgotten, missing, damaged } = await work;
  out(`Recovered ${rows} rows and ${blobs} files as of ${createdAt}. What was filed since is lost.`);
  for (const { company, oldOrigin, origin, vkey, entriesLost } of restarted) {
    out(`The ledger of ${company} begins again as ${origin}: ${sayLost(entriesLost)} of ${oldOrigin}.`);
    out(`  Give auditors the new key: ${vkey}`);
  }
  if (restarted.length === 0) out("Every ledger goes on: nothing was signed that the backup lacks.");
  if (forgotten > 0) out(`Companies that were founded after the backup, and are lost: ${forgotten}.`);
  tellBadCopies(missing, out);
  return damaged;
}

function sayLost(entries: number | undefined): string {
  if (entries === undefined) return "nobody knows how many signed entries are lost";
  return entries === 1 ? "1 signed entry is lost" : `${entries} signed entries are lost`;
}
