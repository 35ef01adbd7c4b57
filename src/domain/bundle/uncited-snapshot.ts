import { REGISTERS } from "../registers/snapshot.ts";
import type { BundleContent } from "./bundle-source.ts";
import type { Witnesses } from "./check-runs.ts";
import type { ListedItem } from "./evidence-list.ts";
import { COLLECTION_LIMIT, readSealed } from "./sealed-exhibit.ts";
import type { PartLine } from "./verdict-line.ts";

/** What vouches for what verdicts about parts cite. */
export interface Cited extends Witnesses {
  readonly items: ReadonlyMap<string, ListedItem>;
  /** As of when the bundle was judged: what was filed later is in no verdict of it. */
  readonly instant: string | undefined;
}

/**
 * A line of the newest exhibit of the registers where no verdict cites it: with all of its answers left out, what an older one said would
 * stand. Undefined where it is cited, or was sealed after the bundle was judged.
 */
export async function uncitedSnapshot(
  content: BundleContent,
  lines: readonly PartLine[],
  { items, filings, instant }: Cited,
): Promise<PartLine | undefined> {
  const snapshots = [...items.values()].filter(({ exhibit }) => filings.get(exhibit)?.source === REGISTERS);
  const newest = snapshots.toSorted((a, b) => b.ledgerIndex - a.ledgerIndex)[0];
  if (!newest || lines.some(({ exhibit }) => exhibit === newest.exhibit)) return undefined;
  const file = newest.artifact === null ? undefined : content.found.get(newest.artifact);
  const text = file && (await content.text(file.path, COLLECTION_LIMIT));
  const judged = text === undefined ? undefined : readSealed(text)?.judged;
  if (judged && instant !== undefined && Date.parse(instant) < Date.parse(judged.at)) return undefined;
  const { exhibit, ledgerIndex, sha256 } = newest;
  const at = judged?.at ?? "";
  return {
    for: "part",
    check: "",
    aspect: null,
    source: REGISTERS,
    outcome: "unknown",
    reason: "",
    observedAt: at,
    validUntil: at,
    exhibit,
    ledgerIndex,
    sha256,
    how: { kind: "collection" },
    withheld: null,
    judge: judged?.judge ?? null,
  };
}
