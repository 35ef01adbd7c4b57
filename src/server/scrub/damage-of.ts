import type { Damage } from "#domain/stored-file.ts";
import { MissingBlob, readArtifact } from "../blobs/artifacts.ts";
import type { ArtifactLocation } from "../blobs/artifacts.ts";
import { StorageUnavailable } from "../blobs/blob-store.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { readMarker } from "../blobs/store-identity.ts";
import { BrokenSeal, sealedSize } from "../blobs/sealed-stream.ts";

/** What a disk answers that cannot read a sector of its own, or may not open one file. */
const OF_ONE_FILE = new Set<unknown>(["EIO", "EACCES", "EPERM", "EISDIR", "ELOOP", "EUCLEAN", "EBADMSG"]);
/** And what a bucket answers of an object that may not be read, or whose key is gone. */
const FORBIDDEN = 403;

interface Answered {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Whether an error may be one file's alone, and the place be all right: what it is of the place, {@link damageOf} tells. */
export function mayBeOfOneFile(error: unknown): error is StorageUnavailable {
  if (!(error instanceof StorageUnavailable)) return false;
  const { code, $metadata } = (error.cause ?? {}) as Answered;
  return OF_ONE_FILE.has(code) || $metadata?.httpStatusCode === FORBIDDEN;
}

/**
 * Reads a stored file to its end and answers what is wrong with it; undefined where its seal and its hash are those of the item. A store
 * that does not answer is no damage: its error is thrown. `blobKey` is where it lies, be it a copy.
 */
export async function damageOf(
  store: BlobStore,
  artifact: ArtifactLocation,
  blobKey = artifact.blobKey,
): Promise<Damage | undefined> {
  try {
    for await (const piece of readArtifact(store, { ...artifact, blobKey })) void piece;
    return undefined;
  } catch (error) {
    if (error instanceof MissingBlob) return "missing";
    if (error instanceof BrokenSeal) return (await isShorter(store, blobKey, artifact.size)) ? "cut" : "altered";
    if (!mayBeOfOneFile(error)) throw error;
    // Of one file, where the place itself can be used: both throw where it cannot.
    await store.assertReady();
    await readMarker(store);
    return "unreadable";
  }
}

async function isShorter(store: BlobStore, blobKey: string, size: number): Promise<boolean> {
  const blob = await store.open(blobKey);
  await blob?.close();
  return blob !== undefined && blob.size < sealedSize(size);
}
