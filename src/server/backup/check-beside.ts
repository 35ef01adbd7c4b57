import type pg from "pg";
import { sealedSize } from "../blobs/sealed-stream.ts";
import type { Keys } from "../keys/keys.ts";
import { itemsAfter } from "../scrub/stored-items.ts";
import type { Place, StoredItem } from "../scrub/stored-items.ts";
import type { OpenBackup } from "./open-backup.ts";
import { RestoreRefused } from "./restore-refused.ts";

const PAGE = 500;
/** Files that a trial reads whole at most; a place of more is read in as many trials. */
const SLICE_FILES = 2_000;
/** And bytes: who keeps more is told of a trial that ends in the night. */
const SLICE_BYTES = 4 * 1024 ** 3;

/**
 * Holds the files that lie beside a backup against the rows as they were restored: each by name and size, by one walk of the place, and
 * of the slice of this time every byte. Answers how many were read. Throws {@link RestoreRefused}, with how many and the first. A file
 * is of a slice by its name, which is a hash: whatever is filed, the slices are alike.
 */
export async function checkBeside(
  client: pg.ClientBase,
  keys: Keys,
  backup: OpenBackup,
  slice: number,
): Promise<number> {
  if (!backup.paths.some((path) => backup.nameBeside(path) !== undefined)) return 0;
  const sizes = new Map<string, number>();
  for await (const { key, size } of backup.beside.walk("files")) sizes.set(key, size);
  const slices = Math.ceil(sizes.size / SLICE_FILES);
  const wrong: string[] = [];
  let [checked, bytes] = [0, 0];
  for await (const { item, path, name } of besideOf(client, keys, backup)) {
    const size = sizes.get(`files/${name}`);
    if (size !== sealedSize(item.size)) wrong.push(`files/${name} is ${size === undefined ? "missing" : "cut"}`);
    else if (isOfSlice(name, slices, slice) && bytes < SLICE_BYTES) {
      const damage = await backup.damageOf(path, item);
      if (damage) wrong.push(`files/${name} is ${damage}`);
      checked += 1;
      bytes += item.size;
    }
  }
  if (wrong.length > 0)
    throw new RestoreRefused(
      `${wrong.length} sealed ${wrong.length === 1 ? "file" : "files"} of the backup can't be used where backups share them: ${wrong[0]}. The next backup copies what is missing or cut; remove a file that is damaged, and it is copied again.`,
    );
  return checked;
}

const isOfSlice = (name: string, slices: number, slice: number) =>
  Number.parseInt(name.slice(0, 8), 16) % slices === slice % slices;

async function* besideOf(
  client: pg.ClientBase,
  keys: Keys,
  backup: OpenBackup,
): AsyncGenerator<{ readonly item: StoredItem; readonly path: string; readonly name: string }> {
  for (let after: Place | undefined; ;) {
    const page = await itemsAfter(client, keys, after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    for (const item of page) {
      const path = `blobs/${item.geography}/${item.blobKey}`;
      const name = backup.nameBeside(path);
      if (name !== undefined) yield { item, path, name };
    }
    after = { company: last.companyId, number: last.number };
  }
}
