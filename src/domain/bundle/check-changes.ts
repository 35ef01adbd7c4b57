import { actFault } from "../ledger/act-line.ts";
import { parseChangeLine } from "../ledger/change-line.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { standingAfter } from "../ledger/item-change.ts";
import type { ItemChange } from "../ledger/item-change.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import { controlsOf, isSame } from "./evidence-list.ts";
import type { ListedItem } from "./evidence-list.ts";
import type { ProofLine } from "./proof-line.ts";

/** A line for each entry by which an item of the bundle got another name or other controls, in the ledger's order. */
export const CHANGES = "ledger/changes.jsonl";

/** What changed of each item after it was filed, by its id, the first change first: each is an entry of the signed ledger. */
export type ProvedChanges = ReadonlyMap<string, readonly ItemChange[]>;

/** Reads the changes and proves each of them. Without a checkpoint it is left open whether the ledger holds them. */
export async function checkChanges(
  content: BundleContent,
  crypto: Cryptography,
  checkpoint: Checkpoint | undefined,
  findings: Findings,
): Promise<ProvedChanges> {
  const proved = new Map<string, ItemChange[]>();
  if (!content.found.has(CHANGES)) return proved;
  let before = -1;
  let number = 0;
  for await (const text of content.lines(CHANGES)) {
    number += 1;
    const refuse = (sentence: string) => findings.add(CHANGES, `Line ${number} ${sentence}`);
    const line = text === undefined ? undefined : parseChangeLine(text);
    if (!line) refuse("is not a change of an item.");
    else if (line.index <= before) refuse("is not in the ledger's order.");
    else {
      const fault = actFault(line, checkpoint, crypto);
      if (fault !== undefined) refuse(fault);
      else proved.set(line.change.item, [...(proved.get(line.change.item) ?? []), line.change]);
      before = line.index;
    }
  }
  return proved;
}

/** What the list says of an item's name and controls otherwise than the ledger; undefined where they agree. */
export function standingFault(item: ListedItem, line: ProofLine, changes: ProvedChanges): string | undefined {
  const { name, controls } = line.metadata;
  const { renamedTo = name } = item;
  const filed = {
    name: typeof name === "string" ? name : "",
    controls: Array.isArray(controls) ? controls.map(String) : [],
  };
  const standing = standingAfter(filed, changes.get(line.entry.id) ?? []);
  if (!standing) return "What changed of it does not follow from what was filed.";
  if (renamedTo !== standing.name && name !== undefined) return "It is listed with another name than the ledger says.";
  if (controls === undefined || isSame(controlsOf(item), standing.controls)) return undefined;
  return "It is listed under other controls than the ledger says.";
}
