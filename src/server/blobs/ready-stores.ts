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

/** Who looks after an installation is told of a place that takes longer than that; a scrape waits ten seconds. */
const PLACE_MS = 4_000;

type Place = Pick<BlobStore, "assertReady">;

/** What is under way at each place: one that hangs is not asked again and again, which would take a thread each time. */
const asked = new WeakMap<Place, Promise<void>>();

/** Why a place cannot be used, in words for an operator; undefined where it can. */
export async function faultOf(place: Place, patienceMs = PLACE_MS): Promise<string | undefined> {
  let looking = asked.get(place);
  if (!looking) {
    looking = place.assertReady().finally(() => asked.delete(place));
    looking.catch(() => {});
    asked.set(place, looking);
  }
  const waiting = new AbortController();
  const late = setTimeout(patienceMs, "late" as const, { signal: waiting.signal }).catch(() => "late" as const);
  try {
    const answer = await Promise.race([looking, late]);
    return answer === "late" ? `it does not answer in ${patienceMs / 1_000} seconds` : undefined;
  } catch (error) {
    if (error instanceof StorageUnavailable) return error.message;
    const { code, name } = error as NodeJS.ErrnoException;
    return `the disk answers ${code ?? name}`;
  } finally {
    waiting.abort();
  }
}

/** The places for files that cannot be used now, or are not the ones that the database knows. Waits no longer than four seconds. */
export async function storageFaults(
  blobs: Readonly<Record<Geography, Place>>,
  patienceMs = PLACE_MS,
): Promise<StorageFault[]> {
  const found = await Promise.all(
    (["us", "eu"] as const).map(async (geography) => {
      const reason = await faultOf(blobs[geography], patienceMs);
      return reason === undefined ? [] : [{ geography, reason }];
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
    known = await storageFaults(blobs);
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
