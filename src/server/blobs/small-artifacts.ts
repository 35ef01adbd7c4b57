import { randomBytes, randomUUID } from "node:crypto";
import { fail } from "../app-error.ts";
import { blobKeyFor, mediaTypeOf } from "./artifacts.ts";
import type { StoredArtifact } from "./artifacts.ts";
import { StorageFull } from "./blob-store.ts";
import type { BlobStore } from "./blob-store.ts";
import { artifactBinding } from "./company-keys.ts";
import { sealWhole } from "./sealed-stream.ts";

/** Files that are sealed before others get a turn of the event loop. */
const IN_A_ROW = 25;

/** Seals and stores files that are whole in memory, each under a key of its own; on the disk before this resolves, in the order given. */
export async function storeSmall(
  store: BlobStore,
  companyId: string,
  now: Date,
  files: readonly Buffer[],
): Promise<StoredArtifact[]> {
  const sealed: { artifact: StoredArtifact; pieces: Buffer[] }[] = [];
  for (const [index, file] of files.entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await new Promise<void>((resolve) => void setImmediate(resolve));
    const id = randomUUID();
    const key = randomBytes(32);
    const { pieces, digest } = sealWhole(file, key, artifactBinding(companyId, id));
    const blobKey = blobKeyFor(companyId, now, id);
    sealed.push({ artifact: { id, key, blobKey, mediaType: await mediaTypeOf(file), ...digest }, pieces });
  }
  try {
    await store.assertSpace();
    await store.putAll(sealed.map(({ artifact, pieces }) => ({ key: artifact.blobKey, pieces })));
  } catch (error) {
    if (error instanceof StorageFull) fail("storage-full", error);
    throw error;
  }
  return sealed.map(({ artifact }) => artifact);
}
