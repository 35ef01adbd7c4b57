import type { BlobStore } from "../blobs/blob-store.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import { getItem, openItem } from "./open-item.ts";
import { recordView } from "./record-view.ts";
import { seeWithdrawn } from "./withdrawn.ts";

interface Deps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
}

/** The bytes of an item, with its seal checked on the way; of a privileged one the record says so first. Refuses `not-found` and `item-erased`. */
export function downloadItem(deps: Deps): HandlersOf<"evidence">["download"] {
  return async ({ input, within, caller }) =>
    await within(async (tx) => {
      // Members may have to look at a withdrawn item before they restore it.
      if (caller.role !== "auditor") await seeWithdrawn(tx);
      const item = await getItem(tx, caller.companyId, input.evidenceId);
      await recordView(tx, caller, item, "downloaded");
      const bytes = await openItem(deps, tx, caller.companyId, item);
      return { fileName: item.file_name, mediaType: harmless(item.media_type), size: item.size, bytes };
    });
}

/** A type no browser runs or renders as a page of ours, even if it ignored everything else we tell it. */
function harmless(mediaType: string): string {
  return /^(image\/(png|jpeg|gif|webp)|application\/(pdf|json)|text\/plain|text\/csv)$/.test(mediaType)
    ? mediaType
    : "application/octet-stream";
}
