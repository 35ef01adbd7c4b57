import { setTimeout } from "node:timers/promises";
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

/** A probe waits no longer for a place that hangs. */
const PROBE_MS = 500;

/**
 * For probes: what is wrong with the places for files, where none of them can be used; one that is away leaves all that lies elsewhere. A
 * place that does not answer in time is as it was known last.
 */
export function faultOfAll(
  blobs: Readonly<Record<Geography, Pick<BlobStore, "assertReady">>>,
): () => Promise<StorageFault | undefined> {
  let known: readonly StorageFault[] = [];
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      known = await storageFaults(blobs);
    } catch {
      // What is no answer of the place says nothing of it.
    }
    looking = undefined;
  };
  return async () => {
    looking ??= look();
    const waiting = new AbortController();
    await Promise.race([looking, setTimeout(PROBE_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
    return known.length === GEOGRAPHIES ? known[0] : undefined;
  };
}

const GEOGRAPHIES = 2;
