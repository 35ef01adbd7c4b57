import { open } from "node:fs/promises";
import { fileReader } from "../zip/bundle-sources.ts";
import { readFully } from "#domain/bundle/stream-chunks.ts";
import { openAge } from "./age-file.ts";
import { isSigned } from "./backup-key.ts";
import { KEYS_FORMAT, KEYS_LIVE_DAYS, keysDescription, LARGEST_DESCRIPTION, toSign } from "./description.ts";
import type { Description, KeysDescription } from "./description.ts";
import type { BackupOpener } from "./open-backup.ts";
import { RestoreRefused } from "./restore-refused.ts";

const DAY = 86_400_000;

/**
 * Reads a backup of keys and checks all of it; throws {@link RestoreRefused} for one that was altered, that another installation
 * made, or that is no backup of keys.
 */
export async function openKeys(file: string, { opener, signedBy }: BackupOpener): Promise<KeysDescription> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new RestoreRefused(`The backup of keys ${file} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    const { size } = await handle.stat();
    const content = await openAge(fileReader(handle), size, opener);
    if (content.size > LARGEST_DESCRIPTION) throw new RestoreRefused("The file is too large to be a backup of keys.");
    const text = Buffer.from(await readFully(content.readAt, 0, content.size));
    const end = text.indexOf("\n");
    const signature = Buffer.from(text.subarray(end + 1).toString("latin1"), "base64");
    if (end < 0 || !isSigned(signedBy, toSign(KEYS_FORMAT, text.subarray(0, end)), signature))
      throw new RestoreRefused(`${file} is not a backup of keys that this installation made.`);
    const read = keysDescription.safeParse(JSON.parse(text.subarray(0, end).toString()));
    if (!read.success) throw new RestoreRefused(`${file} is not a backup of keys that this version can read.`);
    return read.data;
  } catch (error) {
    if (error instanceof RestoreRefused) throw new RestoreRefused(`${error.message} (${file})`, { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
}

/** What of a restore somebody has to want: to go back behind a newer backup, or to use keys that should be gone. */
export interface Wanted {
  readonly older?: boolean | undefined;
  readonly oldKeys?: boolean | undefined;
}

/** Refuses keys that cannot go with a backup: older ones, those of a newer backup, and those whose life is over. */
export function checkKeys(keys: KeysDescription, about: Description, now: Date, wanted: Wanted): void {
  if (keys.createdAt < about.createdAt)
    throw new RestoreRefused(
      `The keys are of ${keys.createdAt}, before the backup of ${about.createdAt}: take those that were written with it, or newer ones.`,
    );
  if (keys.newest.id !== about.id && !wanted.older)
    throw new RestoreRefused(
      `The keys were written with a newer backup, of ${keys.newest.createdAt}; this one is of ${about.createdAt}. Restore the newer one, or say --older.`,
    );
  const days = Math.floor((now.getTime() - Date.parse(keys.createdAt)) / DAY);
  if (days > KEYS_LIVE_DAYS && !wanted.oldKeys)
    throw new RestoreRefused(
      `The keys are ${days} days old; they live ${KEYS_LIVE_DAYS}. A company that was erased since would come back: use newer ones, or say --old-keys.`,
    );
}
