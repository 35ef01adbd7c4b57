import { findUpload, receivePart } from "./uploads.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Keys } from "../keys/keys.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly now: () => Date;
}

/** Files that are sent in parts and filed when they are whole. */
export function uploadHandlers(services: Deps): HandlersOf<"uploads"> {
  return {
    send: async ({ input, within, body }) => await receivePart(services, within, input, body),
    get: async ({ input, tx }) => {
      const upload = await findUpload(tx, input.companyId, input.uploadId, services.now());
      return upload ? { received: upload.received, size: upload.size } : fail("not-found");
    },
  };
}
