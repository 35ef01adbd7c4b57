import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { Tx } from "../db/as-caller.ts";
import { inclusionProofs, proofAsText } from "./read-tree.ts";

interface Act {
  readonly seq: number;
  readonly entry: string;
  readonly details: string;
  readonly salt: Buffer;
}

/** One line for each of these acts: its entry, what that commits to under its salt, and the path from its leaf to the signed root. */
export async function actLines(
  tx: Tx,
  head: { readonly size: number; readonly root: Uint8Array },
  acts: readonly Act[],
): Promise<string[]> {
  if (acts.length === 0) return [];
  const places = acts.map(({ seq }) => seq);
  const proofs = await inclusionProofs(tx, head, places);
  return acts.map(({ seq: index, entry, details, salt }, at) =>
    canonicalJson({ details, entry, index, proof: proofAsText(proofs[at]!), salt: salt.toString("base64") }),
  );
}
