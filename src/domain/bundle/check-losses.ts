import type { LedgerLoss } from "../ledger-loss.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { originAt, partsOfOrigin } from "../ledger/origin.ts";
import type { NoteKey } from "../ledger/signed-note.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import { lossFault, parseLossLine } from "./loss-line.ts";

/** A line for each ledger of the same name that was lost before this one began, the first one first. */
export const LOSSES = "ledger/losses.jsonl";

/**
 * The losses that a ledger must declare by its name: one for each that was lost before it, from the first without a gap, each
 * proved by an entry of the signed ledger. Answers with those that are proved. An issuer who leaves one out is refused, and
 * so is the first ledger of a name that declares any.
 */
export async function checkLosses(
  content: BundleContent,
  crypto: Cryptography,
  key: NoteKey,
  checkpoint: Checkpoint,
  findings: Findings,
): Promise<readonly LedgerLoss[]> {
  const { ledger, turn } = partsOfOrigin(key.name);
  const proved: LedgerLoss[] = [];
  const refuse = (sentence: string) => {
    findings.add(LOSSES, sentence);
    return proved;
  };
  if (!content.found.has(LOSSES))
    return turn === 1
      ? proved
      : refuse(`The file is missing: ${key.name} began after an earlier ledger was lost, and this file must say so.`);
  if (turn === 1) return refuse(`No ledger was lost before ${key.name}, which is the first of its name.`);
  let before = -1;
  for await (const text of content.lines(LOSSES)) {
    const number = proved.length + 1;
    if (number === turn) return refuse(`There are more losses in it than came before ${key.name}.`);
    const line = text === undefined ? undefined : parseLossLine(text);
    if (!line) return refuse(`Line ${number} is not the declaration of a loss.`);
    const { loss, at, index } = line;
    const fault = lossFault(line, checkpoint, key.publicKey, crypto);
    if (fault !== undefined) return refuse(`Line ${number} ${fault}`);
    const [old, begun] = [originAt(ledger, number), originAt(ledger, number + 1)];
    if (loss.oldOrigin !== old || loss.origin !== begun)
      return refuse(`Line ${number} should say that ${begun} began after ${old} was lost, and says otherwise.`);
    if (index <= before) return refuse(`Line ${number} was declared before the loss that it follows.`);
    before = index;
    const { oldOrigin, last, reason, person } = loss;
    proved.push({ oldOrigin, last, reason, person, at, index });
  }
  if (proved.length === turn - 1) return proved;
  return refuse(`It declares ${proved.length} of the ${turn - 1} losses that came before ${key.name}.`);
}
