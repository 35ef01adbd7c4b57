import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { inclusionProofs, proofAsText } from "../ledger/read-tree.ts";

/** The entries before a head by which these items were renamed or re-filed, in the ledger's order, as far as the caller may see them. */
export async function changeActs(tx: Tx, head: { readonly size: number }, ids: readonly string[]) {
  return ids.length === 0 ? [] : await callFunction(tx, "app.item_changes", [ids, head.size]);
}

/**
 * One line for each entry by which one of these items changed: the entry, what it commits to under its salt, and the path from its leaf
 * to the signed root.
 */
export async function changeLines(
  tx: Tx,
  head: { readonly size: number; readonly root: Uint8Array },
  ids: readonly string[],
): Promise<string[]> {
  const acts = await changeActs(tx, head, ids);
  const proofs =
    acts.length === 0
      ? []
      : await inclusionProofs(
          tx,
          head,
          acts.map(({ seq }) => seq),
        );
  return acts.map(({ seq: index, entry, details, salt }, at) =>
    canonicalJson({ details, entry, index, proof: proofAsText(proofs[at]!), salt: salt.toString("base64") }),
  );
}
