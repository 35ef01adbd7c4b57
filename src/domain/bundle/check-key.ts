import { equalBytes } from "../ledger/bytes.ts";
import { partsOfOrigin } from "../ledger/origin.ts";
import { parseVkey } from "../ledger/signed-note.ts";
import type { NoteKey } from "../ledger/signed-note.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";

const KEY = "ledger/key.vkey";
const LIMIT = 1e6;

/**
 * The key to check with: the one that was given, which the bundle's own must equal. Without one it is the bundle's own,
 * which shows no more than that the bundle agrees with itself.
 */
export async function readKey(
  content: BundleContent,
  crypto: Cryptography,
  given: string | undefined,
  findings: Findings,
): Promise<NoteKey | undefined> {
  const text = await content.text(KEY, LIMIT);
  const own = text?.endsWith("\n") ? parseVkey(crypto.sha256, text.slice(0, -1)) : undefined;
  if (text !== undefined && !own) findings.add(KEY, "The file was altered: this is not a verification key.");
  if (given === undefined) return own;
  const key = parseVkey(crypto.sha256, given);
  // Verifiers ask for a key before they begin.
  if (!key) throw new TypeError("This is not a verification key.");
  if (own && (own.name !== key.name || !equalBytes(own.publicKey, key.publicKey)))
    findings.add(KEY, otherKey(own, key));
  return key;
}

function otherKey(own: NoteKey, given: NoteKey): string {
  if (own.name === given.name)
    return "The bundle has another key than the one you gave, for a ledger of the same name: it was not issued with your key.";
  const [mine, yours] = [partsOfOrigin(own.name), partsOfOrigin(given.name)];
  if (mine.ledger === yours.ledger)
    return `The key you gave is that of ${given.name}, and the bundle is of ${own.name}: one of them began after the other was lost. Ask the issuer for the key of the later one.`;
  return `The key you gave is that of another ledger: it belongs to ${given.name}, and the bundle says that it is of ${own.name}.`;
}
