import { toHex } from "#domain/ledger/bytes.ts";
import { digest, withWebCrypto } from "./browser-crypto.ts";
import { findFault, proofSteps } from "./find-fault.ts";
import { insecure, unable } from "./verify-proof.ts";
import type { FiledItem, Proof } from "./proof.ts";

/** The file itself, then the steps of its proof. */
export type ArtifactStep = "artifact" | (typeof proofSteps)[number];

export interface StepResult {
  readonly step: ArtifactStep;
  readonly outcome: "holds" | "fails" | "not reached";
}

/** What checking a file against its filing came to. */
export type ArtifactVerdict =
  | {
      readonly checked: true;
      readonly holds: boolean;
      readonly steps: readonly StepResult[];
      /** SHA-256 of the bytes at hand, hexadecimal. */
      readonly found: string;
      readonly why?: string;
    }
  /** This browser cannot check it, which says nothing of the file. */
  | { readonly checked: false; readonly why: string };

/**
 * Checks bytes against what the ledger holds of them, in this browser. A changed file does not make its record untrue:
 * the steps of the proof are taken for what was filed, so that one sees which of the two is wrong.
 */
export async function verifyArtifact(bytes: Uint8Array, item: FiledItem, proof: Proof): Promise<ArtifactVerdict> {
  if (!globalThis.crypto?.subtle) return { checked: false, why: insecure };
  try {
    const found = toHex(await digest(bytes));
    const fault = await withWebCrypto((tools) => findFault(tools, item, proof));
    const unchanged = found === item.sha256 && bytes.length === item.size;
    const failing = fault ? proofSteps.indexOf(fault.step) : proofSteps.length;
    const why = unchanged ? fault?.why : "The file's SHA-256 differs from the filed one.";
    return {
      checked: true,
      holds: why === undefined,
      found,
      ...(why === undefined ? {} : { why }),
      steps: [
        { step: "artifact", outcome: unchanged ? "holds" : "fails" },
        ...proofSteps.map((step, at) => ({ step, outcome: outcomeOf(at, failing) })),
      ],
    };
  } catch {
    return { checked: false, why: unable };
  }
}

function outcomeOf(at: number, failing: number): StepResult["outcome"] {
  if (at < failing) return "holds";
  return at === failing ? "fails" : "not reached";
}
