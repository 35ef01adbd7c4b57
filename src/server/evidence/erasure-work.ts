import type { Kysely } from "kysely";
import type { BlobStore } from "../blobs/blob-store.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { rememberErasedFile } from "../blobs/erased-files.ts";

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly now: () => Date;
}

/**
 * Removes the stored bytes of an item whose file was erased. First it is remembered beside the files, so that no restore puts them
 * back; then they go; then the row says so. A process that is killed between two steps leaves the rest to the next try, and each step
 * may be done again. Bytes that another item still uses stay.
 */
export function erasureJobs({ worker, blobs, now }: Deps): JobHandler {
  return async ({ companyId, key: evidenceId }) => {
    if (companyId === undefined) return;
    const [waiting] = await callFunction(worker, "app.erasure_waiting", [companyId, evidenceId]);
    if (!waiting) return;
    const { blob_key: blobKey, location, shared } = waiting;
    if (!shared) {
      const store = blobs(location);
      await rememberErasedFile(store, blobKey);
      await store.remove(blobKey);
    }
    await callFunction(worker, "app.finish_erasure", [companyId, evidenceId, now()]);
  };
}
