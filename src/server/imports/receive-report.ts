import { maxReportBytes } from "#contract/evidence.ts";
import type { IncomingBody } from "../blobs/artifacts.ts";
import { discardOnFailure, fileOrDiscard, readArtifact, storeArtifact } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { locationOf } from "../blobs/storage.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import type { Keys } from "../keys/keys.ts";
import { keptOf } from "../reading/kept-report.ts";
import type { ReportReaders } from "../reading/report-readers.ts";
import { targetOf } from "#domain/report-target.ts";
import { fail } from "../app-error.ts";
import { plainMapping, readMappings } from "./csv-mappings.ts";
import type { SavedMapping } from "./csv-mappings.ts";
import { fileReport } from "./file-report.ts";

/** What receiving a report needs. */
export interface ReceiveDeps {
  /** The blob store of a storage location. */
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly readers: ReportReaders;
  readonly now: () => Date;
}

/** A report on its way in. */
interface Incoming {
  readonly fileName: string;
  /** The mapping that its sender chose for a table. */
  readonly mappingId?: string | undefined;
  /** What it is about, as its sender says. */
  readonly target?: string | undefined;
  readonly body: IncomingBody;
  readonly idempotencyKey: string | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Seals a report, reads it, and files it: what cannot be read is filed, too, and says why. Answers with the import and with what
 * came of reading. Nothing is kept of a report that is refused, or whose sender has gone (`import-cancelled`).
 */
export async function receiveReport(
  deps: ReceiveDeps,
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  caller: Caller,
  { fileName, mappingId, target: said = "", body, idempotencyKey, signal }: Incoming,
) {
  const { blobs, readers, now } = deps;
  const proved = caller.pipeline ?? "";
  const target = targetOf(proved, said);
  const location = await within((tx) => locationOf(tx, caller.companyId));
  const store = blobs(location);
  const limit = { bytes: maxReportBytes, refusal: "report-too-large" } as const;
  const artifact = await storeArtifact(store, caller.companyId, now(), body, limit);
  const stored = { ...artifact, companyId: caller.companyId, artifactId: artifact.id };
  // Read back from the store and not kept from the request: what is judged is what was sealed.
  const read = () => readArtifact(store, stored);
  const { came, mapping } = await discardOnFailure(store, artifact, async () => {
    const mappings = await within((tx) => readMappings(tx, caller.companyId));
    const asked = mappingId === undefined ? undefined : mappingOf(mappingId, mappings);
    const came = await readers
      .read(
        {
          lane: caller.companyId,
          size: artifact.size,
          open: read,
          receivedAt: now(),
          target,
          mapping: asked && plainMapping(asked),
          mappings: asked ? [] : mappings,
          // Nobody waits any more for what was cancelled.
          signal,
        },
        async (reading) => keptOf(reading),
      )
      .catch((error: unknown) => (signal.aborted ? fail("import-cancelled", error) : Promise.reject(error)));
    return {
      came,
      mapping: asked ?? ("failure" in came ? undefined : mappings.find(({ id }) => id === came.mappingId)),
    };
  });
  const received = { fileName, mapping, target, proved, idempotencyKey };
  const importId = await fileOrDiscard(store, artifact, () =>
    within((tx) => fileReport(deps, tx, caller, artifact, came, received)),
  );
  return { importId, came };
}

function mappingOf(asked: string, mappings: readonly SavedMapping[]): SavedMapping {
  return mappings.find(({ id }) => id === asked) ?? fail("not-found");
}
