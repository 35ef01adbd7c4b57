import type { Damage } from "#domain/stored-file.ts";
import { readArtifact } from "../blobs/artifacts.ts";
import { isSmallFile } from "../blobs/sealed-files.ts";
import type { SealedFiles, WholeFile } from "../blobs/sealed-files.ts";
import type { Within } from "../db/without-privilege.ts";
import { locateItems } from "../evidence/open-item.ts";
import type { StoredItem } from "./bundled-items.ts";
import { wholeFile } from "./whole-file.ts";
import type { BundleDeps } from "./write-bundle.ts";

type Located = Awaited<ReturnType<typeof locateItems>>[number];

/** What takes the files of a bundle in. */
interface Archive {
  addWhole(path: string, file: WholeFile, sha256: Buffer): Promise<void>;
  addStream(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, sha256: Buffer): Promise<void>;
}

/** Bytes that are opened at once, and read ahead once more. */
const AT_ONCE = 4 << 20;

/**
 * Adds the files of these items, a few hundred, that their seals and hashes show to be whole, and answers what is wrong with the others. Small ones of
 * this machine are opened in a thread of its own, a few megabytes ahead.
 */
export async function addArtifacts(
  services: BundleDeps,
  within: Within,
  companyId: string,
  items: readonly StoredItem[],
  pathOf: (item: StoredItem["item"]) => string,
  archive: Archive,
  threads: SealedFiles,
): Promise<Map<string, Damage>> {
  const damaged = new Map<string, Damage>();
  const add = async ({ item }: StoredItem, { store, artifact }: Located, small: WholeFile | undefined) => {
    if (small) return await archive.addWhole(pathOf(item), small, artifact.sha256);
    // It is large, elsewhere, or not whole; this tells what is wrong.
    const whole = await wholeFile(() => readArtifact(store, artifact), artifact.size);
    if (typeof whole === "string") damaged.set(item.id, whole);
    else await archive.addStream(pathOf(item), whole, artifact.sha256);
  };
  const located = await within((tx) => locateItems(services, tx, companyId, items.map(asStored)));
  const batches = batchesOf(located);
  const openBatch = (at: number) =>
    openSmall(
      threads,
      (batches[at] ?? []).map((index) => located[index]!),
    );
  let ahead = openBatch(0);
  for (const [at, batch] of batches.entries()) {
    const opened = await ahead;
    ahead = openBatch(at + 1);
    // Nobody waits for it where adding fails.
    ahead.catch(() => {});
    for (const [place, index] of batch.entries()) await add(items[index]!, located[index]!, opened[place]);
  }
  return damaged;
}

const asStored = ({ item: { id, sha256, size }, blobKey, location }: StoredItem) => ({
  id,
  sha256: Buffer.from(sha256, "hex"),
  size,
  blob_key: blobKey,
  storage_location_id: location,
});

/** Runs of places whose files are opened together. */
function batchesOf(located: readonly Located[]): number[][] {
  const batches: number[][] = [];
  let room = 0;
  for (const [index, { store, artifact }] of located.entries()) {
    const bytes = isSmallFile(store, artifact) ? artifact.size : 0;
    if (batches.length === 0 || bytes > room) {
      batches.push([]);
      room = AT_ONCE;
    }
    batches.at(-1)!.push(index);
    room -= bytes;
  }
  return batches;
}

async function openSmall(threads: SealedFiles, batch: readonly Located[]): Promise<(WholeFile | undefined)[]> {
  const small = batch.filter(({ store, artifact }) => isSmallFile(store, artifact));
  const opened = small.length === 0 ? [] : await threads.open(small);
  const found = new Map(small.map((file, at) => [file, opened[at]]));
  return batch.map((file) => found.get(file));
}

const RUN = { items: 500, bytes: 32 << 20 };

/** Parts of a page after which somebody may be told how far it is, or may have cancelled. */
export function* runsOf(page: readonly StoredItem[]): Generator<readonly StoredItem[]> {
  let [from, bytes] = [0, 0];
  for (const [at, { item }] of page.entries()) {
    bytes += item.size;
    if (at + 1 - from < RUN.items && bytes < RUN.bytes) continue;
    yield page.slice(from, at + 1);
    [from, bytes] = [at + 1, 0];
  }
  if (from < page.length) yield page.slice(from);
}
