import { withWebCrypto } from "./browser-crypto.ts";
import { findFault } from "./find-fault.ts";
import type { FiledItem, Proof } from "./proof.ts";

export type Verdict =
  | { readonly holds: true }
  /** `broken`: it was checked and does not fit. Otherwise this browser cannot check it, which says nothing of the item. */
  | { readonly holds: false; readonly broken: boolean; readonly why: string };

/** Why nothing can be checked here. */
export const insecure = "Your browser can only check proofs over HTTPS.";
export const unable = "Your browser cannot check Ed25519 signatures.";

/** Checks in this browser that what is shown is what was filed, and that the ledger's signed root covers it. */
export async function verifyProof(item: FiledItem, proof: Proof): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return { holds: false, broken: false, why: insecure };
  try {
    const fault = await withWebCrypto((tools) => findFault(tools, item, proof));
    return fault === undefined ? { holds: true } : { holds: false, broken: true, why: fault.why };
  } catch {
    return { holds: false, broken: false, why: unable };
  }
}

/** On which side of the path each sibling stands, from the leaf up (RFC 9162, section 2.1.3.2). */
export function sidesOf(index: number, size: number, steps: number): ("left" | "right")[] {
  let position = index;
  let last = size - 1;
  return Array.from({ length: steps }, () => {
    const left = position % 2 === 1 || position === last;
    while (left && position % 2 === 0 && position !== 0) {
      position = Math.floor(position / 2);
      last = Math.floor(last / 2);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
    return left ? "left" : "right";
  });
}
