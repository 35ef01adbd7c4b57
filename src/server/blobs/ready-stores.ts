import type { BlobStore } from "./blob-store.ts";
import { StorageUnavailable } from "./blob-store.ts";
import type { Geography } from "./store-identity.ts";

/** A place for files that cannot be used now. */
export interface StorageFault {
  readonly geography: Geography;
  /** What is the matter, for an operator; no sentence of its own. */
  readonly reason: string;
}

/** The places for files that cannot be used now, or are not the ones that the database knows. */
export async function storageFaults(
  blobs: Readonly<Record<Geography, Pick<BlobStore, "assertReady">>>,
): Promise<StorageFault[]> {
  const found = await Promise.all(
    (["us", "eu"] as const).map(async (geography) => {
      try {
        await blobs[geography].assertReady();
        return [];
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
        return [{ geography, reason: error.message }];
      }
    }),
  );
  return found.flat();
}

/** The places for files that can be used, and that refused the last write all the same. */
export function writeFaults(
  blobs: Readonly<Record<Geography, Pick<BlobStore, "writeFault">>>,
  faults: readonly StorageFault[],
): StorageFault[] {
  return (["us", "eu"] as const).flatMap((geography) => {
    const reason = blobs[geography].writeFault?.();
    return reason === undefined || faults.some((fault) => fault.geography === geography) ? [] : [{ geography, reason }];
  });
}
