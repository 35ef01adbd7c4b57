import { StorageFull } from "../blobs/blob-store.ts";
import type { BlobStore } from "../blobs/blob-store.ts";

/**
 * A store over another one that is only read: what is written goes into `own`, up to `limit` bytes in all, since anyone
 * may fill a demo.
 */
export function layeredBlobs(own: BlobStore, below: BlobStore, limit: number): BlobStore {
  let written = 0;
  async function* counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > limit) throw new StorageFull("a demo visit has used up its room");
      yield chunk;
    }
  }
  return {
    put: (key, bytes) => own.put(key, counted(bytes)),
    putAll: async (objects) => {
      written += objects.flatMap(({ pieces }) => pieces).reduce((sum, { length }) => sum + length, 0);
      if (written > limit) throw new StorageFull("a demo visit has used up its room");
      await own.putAll(objects);
    },
    open: async (key) => (await own.open(key)) ?? (await below.open(key)),
    replace: (key, bytes) => own.replace(key, bytes),
    read: async (key) => (await own.read(key)) ?? (await below.read(key)),
    remove: (key) => own.remove(key),
    list: async (folder) => [...new Set([...(await own.list(folder)), ...(await below.list(folder))])],
    // What lies below is shared by all visits: nothing of it is a visit's to look through.
    walk: (folder) => own.walk(folder),
    removeUnfinished: (before) => own.removeUnfinished(before),
    assertSpace: async () => {
      if (written >= limit) throw new StorageFull("a demo visit has used up its room");
      await own.assertSpace();
    },
    assertReady: () => own.assertReady(),
  };
}
