import type { BundledItem } from "../bundled-items.ts";
import type { Table } from "./report-model.ts";

/** Names come from strangers: what steers a line or hides in it is shown as a question mark. */
export function plain(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, "?");
}

/** A hash in a caption: first eight digits, last four. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-4)}`;
}

/** A whole hash, in groups of eight that break lines well. */
export function wholeHash(hash: string): string {
  return (hash.match(/.{8}/g) ?? []).join(" ");
}

/** A moment as records show it, in UTC. */
export function moment(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}

/** Items with what identifies each; the margin counts them. */
export function exhibitTable(label: string, items: readonly BundledItem[]): Table {
  return {
    kind: "table",
    label,
    columns: [
      { head: "Exhibit", share: 13 },
      { head: "Item", share: 31 },
      { head: "Collected (UTC)", share: 20 },
      { head: "SHA-256", share: 36 },
    ],
    rows: items.map((item, index) => ({
      number: String(index + 1),
      cells: [
        { text: item.exhibit, record: true },
        { text: plain(item.name), note: `${plain(item.source)}, ${item.type}` },
        { text: moment(item.collectedAt), record: true },
        { text: wholeHash(item.sha256), record: true },
      ],
    })),
  };
}
