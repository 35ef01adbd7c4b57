import type { Damage } from "#domain/stored-file.ts";
import { MissingBlob, readArtifact } from "../blobs/artifacts.ts";
import type { ArtifactLocation } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { BrokenSeal, sealedSize } from "../blobs/sealed-stream.ts";

/**
 * Reads a stored file to its end and answers what is wrong with it; undefined where its seal and its hash are those of the item. A store
 * that does not answer is no damage: its error is thrown.
 */
export async function damageOf(store: BlobStore, artifact: ArtifactLocation): Promise<Damage | undefined> {
  try {
    for await (const piece of readArtifact(store, artifact)) void piece;
    return undefined;
  } catch (error) {
    if (error instanceof MissingBlob) return "missing";
    if (error instanceof BrokenSeal) return (await isShorter(store, artifact)) ? "cut" : "altered";
    // What a disk answers that cannot read a sector of its own.
    if ((error as NodeJS.ErrnoException).code === "EIO") return "unreadable";
    throw error;
  }
}

async function isShorter(store: BlobStore, { blobKey, size }: ArtifactLocation): Promise<boolean> {
  const blob = await store.open(blobKey);
  await blob?.close();
  return blob !== undefined && blob.size < sealedSize(size);
}
