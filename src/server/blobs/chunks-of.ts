import type { OpenBlob } from "./blob-store.ts";

/** The bytes of an object from its beginning to its end, which is closed then. Throws where it became shorter meanwhile. */
export async function* chunksOf(blob: OpenBlob): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < blob.size;) {
      const chunk = await blob.readAt(at, 1 << 20);
      if (chunk.length === 0) throw new Error("a stored file became shorter while it was read");
      at += chunk.length;
      yield chunk;
    }
  } finally {
    await blob.close();
  }
}
