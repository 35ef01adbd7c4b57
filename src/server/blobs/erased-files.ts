import type { BlobStore } from "./blob-store.ts";

const ERASED_FILES = "erased-files";

/** A file's own name: a random id. */
const nameOf = (blobKey: string) => blobKey.slice(blobKey.lastIndexOf("/") + 1);

/** Remembers beside the files that one of them was erased, so that no backup puts it back. Only the random id in its name is kept. */
export async function rememberErasedFile(store: BlobStore, blobKey: string): Promise<void> {
  await store.replace(`${ERASED_FILES}/${nameOf(blobKey)}`, Buffer.from("{}"));
}

/** Answers of a sealed file of this store whether it was erased. */
export async function erasedFiles(store: BlobStore): Promise<(blobKey: string) => boolean> {
  const names = new Set(await store.list(ERASED_FILES));
  return (blobKey) => names.has(nameOf(blobKey));
}
