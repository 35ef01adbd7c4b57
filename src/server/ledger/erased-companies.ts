import type { BlobStore } from "../blobs/blob-store.ts";

const ERASED = "erased";

/** Remembers beside the files that a company was erased, so that no backup brings it back. Only its id is kept. */
export async function rememberErased(store: BlobStore, companyId: string): Promise<void> {
  await store.replace(`${ERASED}/${companyId}.json`, Buffer.from("{}"));
}

/** Companies that were erased from this store. */
export async function erasedCompanies(store: BlobStore): Promise<string[]> {
  return (await store.list(ERASED)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
}
