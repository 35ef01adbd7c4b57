import { canonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";
import type { SnapshotRow } from "../registers/snapshot.ts";
import { sha256OfText } from "../sha256.ts";

/** The printed document in which each kind of data is drawn. */
export const DIAGRAMS = "inventory.network-diagrams";

/** What a diagram shows of a kind of data: whose it is, what it is, where it is kept and whom it is shared with. */
const DRAWN = ["name", "class", "about", "systemIds", "vendorIds"] as const;

/** SHA-256 of what a diagram shows of a kind of data, hexadecimal. */
export function digestOfDrawn({ fields }: Pick<SnapshotRow, "fields">): string {
  const shown = Object.fromEntries(DRAWN.map((name) => [name, fields[name] ?? null]));
  return sha256OfText(canonicalJson(shown as CanonicalValue));
}
