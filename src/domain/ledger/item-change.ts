import { parseCanonicalJson } from "./canonical-json.ts";

/** What changed of an item after it was filed, as an entry of the ledger commits to it. */
export type ItemChange =
  | { readonly item: string; readonly from: string; readonly to: string }
  | { readonly item: string; readonly added: readonly string[]; readonly removed: readonly string[] };

/** The name an item goes by, and the controls it counts under. */
export interface ItemStanding {
  readonly name: string;
  readonly controls: readonly string[];
}

/** Reads what an entry of this kind commits to; undefined for any other text. */
export function parseItemChange(event: string, details: string): ItemChange | undefined {
  const value = parseCanonicalJson(details);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { event: said, subject: item, from, to, added, removed } = value as Readonly<Record<string, unknown>>;
  if (said !== event || typeof item !== "string") return undefined;
  if (event === "evidence.renamed")
    return typeof from === "string" && typeof to === "string" ? { item, from, to } : undefined;
  if (event !== "evidence.refiled" || !isTexts(added) || !isTexts(removed)) return undefined;
  return { item, added, removed };
}

/** How an item stands after its changes, the first one first; undefined where one does not follow from what was before it. */
export function standingAfter(filed: ItemStanding, changes: readonly ItemChange[]): ItemStanding | undefined {
  let standing: ItemStanding | undefined = filed;
  for (const change of changes) {
    standing = standing && applied(standing, change);
  }
  return standing;
}

function applied({ name, controls }: ItemStanding, change: ItemChange): ItemStanding | undefined {
  if ("to" in change) return change.from === name ? { name: change.to, controls } : undefined;
  const { added, removed } = change;
  const follows = removed.every((id) => controls.includes(id)) && added.every((id) => !controls.includes(id));
  if (!follows) return undefined;
  return { name, controls: [...controls.filter((id) => !removed.includes(id)), ...added].toSorted() };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
