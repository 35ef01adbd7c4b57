import { stat } from "node:fs/promises";
import type { BlobStore } from "./blob-store.ts";
import { StorageFull, StorageUnavailable } from "./blob-store.ts";
import { readMarker } from "./store-identity.ts";
import type { StorageAddress } from "./storage-address.ts";

/** A place that was looked at is not looked at again for so long, unless its folder has become another one. */
const FRESH_MS: Readonly<Record<StorageAddress["kind"], number>> = { folder: 3_000, s3: 15_000 };

/** A write that failed longer ago says nothing of now. */
const REMEMBERED_MS = 15 * 60_000;

/**
 * A store that is written to only while its marker is the one that the database knows, and that never says of a file that there is none
 * where the whole place is gone. An unmounted folder is noticed before the next write: another folder is in its place.
 */
export function guardedStore(
  store: BlobStore,
  address: Pick<StorageAddress & { kind: "folder" }, "kind" | "path"> | { readonly kind: "s3" },
  id: string,
  monotonic: () => number = () => performance.now(),
): BlobStore {
  let good: { readonly at: number; readonly folder: string } | undefined;
  let failed: { readonly at: number; readonly reason: string } | undefined;
  /** Writes, and remembers what the place says against it. */
  const writing = async (work: () => Promise<void>): Promise<void> => {
    try {
      await assertReady();
      await work();
      failed = undefined;
    } catch (error) {
      if (error instanceof StorageFull || error instanceof StorageUnavailable)
        failed = { at: monotonic(), reason: error.message };
      throw error;
    }
  };
  const assertReady = async () => {
    const folder = address.kind === "folder" ? await identityOf(address.path) : "";
    if (good && good.folder === folder && monotonic() - good.at < FRESH_MS[address.kind]) return;
    good = undefined;
    if ((await readMarker(store)) !== id)
      throw new StorageUnavailable("the place for files is empty, not mounted, or another one");
    good = { at: monotonic(), folder };
  };
  /** What looks missing is believed only of a place that is itself. */
  const confirmed = async <T>(found: T | undefined): Promise<T | undefined> => {
    if (found === undefined) await assertReady();
    return found;
  };
  return {
    ...store,
    put: (key, bytes) => writing(() => store.put(key, bytes)),
    putAll: (objects) => writing(() => store.putAll(objects)),
    replace: (key, bytes) => writing(() => store.replace(key, bytes)),
    remove: async (key) => {
      await assertReady();
      await store.remove(key);
    },
    open: async (key) => await confirmed(await store.open(key)),
    read: async (key) => await confirmed(await store.read(key)),
    list: async (folder) => {
      await assertReady();
      return await store.list(folder);
    },
    walk: async function* (folder) {
      await assertReady();
      yield* store.walk(folder);
    },
    removeUnfinished: async (before) => {
      await assertReady();
      await store.removeUnfinished(before);
    },
    assertSpace: async () => {
      await assertReady();
      await store.assertSpace();
    },
    assertReady,
    writeFault: () => (failed && monotonic() - failed.at < REMEMBERED_MS ? failed.reason : undefined),
  };
}

/** Which folder lies at a path, "none" where there is none: a file system that is mounted over it, or taken off, makes it another one. */
export async function identityOf(folder: string): Promise<string> {
  try {
    const { dev, ino } = await stat(folder);
    return `${dev}:${ino}`;
  } catch {
    return "none";
  }
}
