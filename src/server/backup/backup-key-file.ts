import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseBackupKey } from "./backup-key.ts";
import type { BackupKey } from "./backup-key.ts";
import { DurableFile } from "./durable-file.ts";

/** The installation's half of the backup key; undefined until `backup-key` made it. Throws for a file that holds anything else. */
export async function readBackupKey(file: string): Promise<BackupKey | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = parseBackupKey(text);
  if (!key) throw new Error(`${file} is not a key that backup-key wrote.`);
  return key;
}

/** Writes a file of mode 0600 durably, in the place of an older one. */
export async function writeKeyFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const durable = await DurableFile.create(file);
  try {
    await durable.write(Buffer.from(text));
    await durable.settle();
    await durable.appear();
  } catch (error) {
    await durable.discard();
    throw error;
  }
}
