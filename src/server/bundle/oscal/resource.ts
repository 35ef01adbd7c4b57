import type { BundledItem } from "../bundled-items.ts";
import { line, NAMESPACE } from "./words.ts";
import type { NewUuid } from "./words.ts";

/** An item, with where its file lies in the bundle if there is one. */
export type ResourceItem = BundledItem & { readonly artifact?: string | null };

/** An item as a resource: what it is, where it comes from, where it is, and its hash. */
export function resourceOf(item: ResourceItem, uuid: NewUuid) {
  return {
    uuid: uuid(item.exhibit),
    title: line(item.name),
    description: `${item.exhibit}, ${item.type}, collected ${item.collectedAt} from ${line(item.source)}.`,
    props: [
      { name: "exhibit", ns: NAMESPACE, value: item.exhibit },
      { name: "ledger-index", ns: NAMESPACE, value: String(item.ledgerIndex) },
      { name: "valid-until", ns: NAMESPACE, value: item.validUntil },
    ],
    rlinks: [
      {
        href: typeof item.artifact !== "string" ? `urn:exhibit:${item.exhibit}` : `../${item.artifact}`,
        "media-type": line(item.mediaType),
        hashes: [{ algorithm: "SHA-256", value: item.sha256 }],
      },
    ],
  };
}
