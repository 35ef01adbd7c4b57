import { actFault } from "../ledger/act-line.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { parseLookLine } from "../ledger/look-line.ts";
import type { LookLine } from "../ledger/look-line.ts";
import { REGISTERS } from "../registers/snapshot.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import type { Filing } from "./check-exhibits.ts";
import { isAfterEntry } from "./check-runs.ts";
import type { ListedItem } from "./evidence-list.ts";

/** A line for each day on which a cited exhibit of the registers was found to say what they said then. */
export const LOOKS = "ledger/looks.jsonl";

/** How often an exhibit of the registers was found to say the same after it was sealed, as the signed ledger has it, and when last. */
export interface Looks {
  readonly exhibit: string;
  readonly times: number;
  readonly last: string;
}

interface Listed {
  readonly items: ReadonlyMap<string, ListedItem>;
  readonly filings: ReadonlyMap<string, Filing>;
}

/** Reads the looks and proves each of them. No verdict grows younger by one: what an exhibit said counts until the day that it said. */
export async function checkLooks(
  content: BundleContent,
  crypto: Cryptography,
  checkpoint: Checkpoint | undefined,
  listed: Listed,
  findings: Findings,
): Promise<readonly Looks[]> {
  const proved = new Map<string, Looks>();
  if (!content.found.has(LOOKS)) return [];
  let before = -1;
  let number = 0;
  for await (const text of content.lines(LOOKS)) {
    number += 1;
    const line = text === undefined ? undefined : parseLookLine(text);
    const fault = !line
      ? "is not a look at the registers."
      : line.index <= before
        ? "is not in the ledger's order."
        : (actFault(line, checkpoint, crypto) ?? unlikeExhibit(line, listed));
    if (line) before = line.index;
    if (fault !== undefined) findings.add(LOOKS, `Line ${number} ${fault}`);
    else if (line && checkpoint) {
      const { exhibit, at } = line.look;
      proved.set(exhibit, { exhibit, times: (proved.get(exhibit)?.times ?? 0) + 1, last: at });
    }
  }
  return [...proved.values()];
}

/** Whether it is of an exhibit of the registers that was sealed before, and names a moment before its own entry. */
function unlikeExhibit(line: LookLine, { items, filings }: Listed): string | undefined {
  const { exhibit, at } = line.look;
  const item = items.get(exhibit);
  if (!item || filings.get(exhibit)?.source !== REGISTERS)
    return `names ${exhibit}, which is no exhibit of the registers here.`;
  if (line.index <= item.ledgerIndex) return `stands in the ledger before ${exhibit}, which it names.`;
  return isAfterEntry(at, line) ? "names a later moment than its own entry." : undefined;
}
