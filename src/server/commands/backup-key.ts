import { access, open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { makeBackupKey } from "../backup/backup-key.ts";
import { readBackupKey, writeKeyFile } from "../backup/backup-key-file.ts";
import { machineClock } from "../clock.ts";
import { loadConfig, pathFromCaller } from "../app/config.ts";
import type { Command } from "./main.ts";

const options = { replace: { type: "boolean" }, recipient: { type: "string" } } as const;

export const backupKey: Command = {
  name: "backup-key",
  usage: "backup-key FILE [--replace] [--recipient age1…]",
  does: [
    "Makes the key pair of backups. FILE (mode 0600) gets what opens them and tells who signed them: move it away from the machine,",
    "keep two copies, for without it no backup opens. The installation keeps the half that encrypts and signs, in BACKUP_KEY_FILE.",
    "--recipient encrypts for a key that you have already; --replace makes new ones, and backups of before need the old FILE.",
  ].join("\n"),
  run: async (args, out) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) {
      out("Name the file to write, on a disk that leaves this machine: backup-key FILE");
      return 2;
    }
    const { backupKeyFile, appUrl } = loadConfig();
    if (!values.replace && (await readBackupKey(backupKeyFile))) {
      out(`There is a backup key already: ${backupKeyFile}. --replace makes a new one.`);
      return 1;
    }
    const target = pathFromCaller(file);
    if (await isThere(target)) {
      out(`${file} exists already; nothing was changed.`);
      return 1;
    }
    const made = await makeBackupKey({ at: machineClock(), installation: appUrl, recipient: values.recipient });
    // First what people hold: a key that nobody can open must not be used.
    await writeNew(target, made.identity);
    await writeKeyFile(backupKeyFile, made.kept);
    out(`Wrote ${file}. It opens every backup from now on: move it away from this machine, and keep a second copy.`);
    out(`This installation encrypts and signs with ${backupKeyFile}, which opens nothing.`);
    return 0;
  },
};

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
