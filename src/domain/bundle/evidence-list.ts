import { parseExhibitNumber } from "../exhibit-number.ts";
import { fromHex } from "../ledger/bytes.ts";
import { commitContent } from "../ledger/commitment.ts";
import { artifactPrefix } from "./bundle-path.ts";
import type { Cryptography } from "./bundle-source.ts";
import type { ProofLine } from "./proof-line.ts";

/** An item as evidence.json lists it; further fields are compared by name with what the ledger commits to. */
export interface ListedItem {
  readonly exhibit: string;
  /** Path in the bundle; null when the file is not part of it. */
  readonly artifact: string | null;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  readonly ledgerIndex: number;
  readonly [field: string]: unknown;
}

/** Items by exhibit. Undefined unless the text lists items that have the required fields, each exhibit once. */
export function parseEvidenceList(text: string): Map<string, ListedItem> | undefined {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(rows) || !rows.every(isListedItem)) return undefined;
  const items = new Map(rows.map((item) => [item.exhibit, item]));
  return items.size === rows.length ? items : undefined;
}

/** What the list says otherwise than the ledger, in a sentence; undefined when they agree. */
export function listFault(item: ListedItem, line: ProofLine, { hmacSha256 }: Cryptography): string | undefined {
  if (item.ledgerIndex !== line.index) return "It is listed at another place in the ledger than it has.";
  if (item.size !== line.entry.size) return "It is listed with another size than it was filed with.";
  if ("id" in item && item["id"] !== line.entry.id) return "It is listed with another id than it was filed with.";
  if (commitContent(hmacSha256, line.salt, fromHex(item.sha256)!) !== line.entry.content) {
    return "It is listed with another SHA-256 than it was filed with.";
  }
  const different = Object.keys(line.metadata).find((name) => name in item && !isSame(item[name], line.metadata[name]));
  return different === undefined ? undefined : `What is listed as its ${different} is not what was filed.`;
}

/** The controls that the item counts under: those it was filed under, or others since. */
export function controlsOf(item: ListedItem): unknown {
  return item["refiledUnder"] ?? item["controls"];
}

function isListedItem(value: unknown): value is ListedItem {
  if (typeof value !== "object" || value === null) return false;
  const { exhibit, artifact, sha256, size, ledgerIndex } = value as Partial<ListedItem>;
  if (typeof exhibit !== "string" || parseExhibitNumber(exhibit) === undefined) return false;
  if (artifact !== null && !(typeof artifact === "string" && artifact.startsWith(artifactPrefix(exhibit))))
    return false;
  if (typeof sha256 !== "string" || fromHex(sha256)?.length !== 32) return false;
  return Number.isSafeInteger(size) && Number.isSafeInteger(ledgerIndex);
}

/** Descriptions hold texts and lists of texts, which are sets: a database sorts them by rules of its own. */
export function isSame(listed: unknown, filed: unknown): boolean {
  // What is filed is a text, or a list; whatever else is listed, however deep, is not that.
  if (!Array.isArray(listed) || !Array.isArray(filed))
    return typeof listed !== "object" && JSON.stringify(listed) === JSON.stringify(filed);
  const members = new Set(filed);
  return (
    listed.length === filed.length && members.size === filed.length && listed.every((item) => members.delete(item))
  );
}
