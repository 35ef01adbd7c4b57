import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { AppError } from "../app-error.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import { storeSmall } from "../blobs/small-artifacts.ts";
import { locationOf } from "../blobs/storage.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import { withRoomFor } from "../limits/reserve-bytes.ts";
import { refuseHindered } from "./batch-hindrances.ts";
import { readBatch } from "./batch-items.ts";
import { provenance } from "./file-item.ts";
import { fileEvidence } from "./filing.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly now: () => Date;
}

/**
 * Seals and files many items at once, in one transaction and with one append to the ledger: all of them, or none. What hinders an
 * item is named with its place in the batch. Keys that were sent before answer with what they filed then.
 */
export function fileBatch(deps: Deps): HandlersOf<"evidence">["fileMany"] {
  return async ({ input, within, idempotencyKey, caller }) => {
    const { companyId } = caller;
    const items = readBatch(input.items, idempotencyKey);
    const location = await within(async (tx) => {
      await refuseHindered(tx, companyId, items);
      return await locationOf(tx, companyId);
    });
    const store = deps.blobs(location);
    const bytes = items.reduce((sum, { content }) => sum + content.length, 0);
    return await withRoomFor(bytes, within, async (inRoom) => {
      const files = items.map(({ content }) => content);
      const artifacts = await storeSmall(store, companyId, deps.now(), files);
      const discard = (which: readonly { blobKey: string }[]) =>
        Promise.all(which.map(({ blobKey }) => store.remove(blobKey)));
      try {
        const filed = await inRoom(async (tx) => {
          const key = await getCompanyKey(tx, deps.keys, companyId);
          const about = provenance(undefined, caller.token, deps.now());
          return await fileEvidence(
            tx,
            key,
            artifacts.map(({ key: artifactKey, ...artifact }, index) => ({
              ...artifact,
              artifactKey,
              ...about,
              ...items[index]!.said,
            })),
          );
        });
        await discard(artifacts.filter((_, index) => filed[index]!.repeated));
        return {
          items: filed.map(({ id, number, ledgerIndex, repeated }, index) => ({
            id,
            exhibit: formatExhibitNumber(number),
            sha256: artifacts[index]!.sha256.toString("hex"),
            ledgerIndex,
            repeated,
          })),
        };
      } catch (error) {
        // After any other failure the rows may be there, so the bytes stay.
        if (error instanceof AppError) await discard(artifacts);
        throw error;
      }
    });
  };
}
