import type { Logger } from "pino";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Databases } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";
import type { ReportReaders } from "../reading/report-readers.ts";

/** What finishing imports needs. */
export interface ImportWorkDeps {
  readonly databases: Pick<Databases, "user" | "worker" | "workerPool">;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly readers: ReportReaders;
  readonly now: () => Date;
  readonly log: Logger;
}
