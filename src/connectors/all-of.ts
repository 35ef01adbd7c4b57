import type { EvidenceItem } from "./connector.ts";

/**
 * The data of all items of a kind that could be read, for a step that asks further about them. A check reads facts instead: see
 * `facts.ts`.
 */
export function allOf<Data>(from: { items(kind: string): readonly EvidenceItem[] }, kind: string): Data[] {
  return from.items(kind).flatMap(({ data }) => (data === null ? [] : [data as Data]));
}
