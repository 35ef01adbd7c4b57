import type { Databases } from "../db/connections.ts";
import type { BlobStore } from "./blob-store.ts";

/** Which blob store serves a storage location, by the geography that the location has. Throws for an unknown location. */
export async function storesByLocation(
  { worker }: Pick<Databases, "worker">,
  blobs: Readonly<Record<"us" | "eu", BlobStore>>,
): Promise<(storageLocationId: string) => BlobStore> {
  const rows = await worker.selectFrom("app.storage_locations").select(["id", "geography"]).execute();
  const stores = new Map(rows.map((row) => [row.id, blobs[row.geography as "us" | "eu"]]));
  return (id) => {
    const store = stores.get(id);
    if (!store) throw new Error(`no blob store for storage location ${id}`);
    return store;
  };
}
