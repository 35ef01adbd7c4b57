import { createHash } from "node:crypto";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** That a person, or a browser that took the trouble, stands behind one request; good once and not for long. */
export interface Proof {
  /** Names the challenge that was solved, the same however the solution is written. */
  readonly challenge: string;
  readonly expiresAt: Date;
}

/** A puzzle as the page's widget understands it. */
export interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly cost: number;
    readonly expiresAt: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly keySignature: string;
    readonly nonce: string;
    readonly salt: string;
  };
  readonly signature: string;
}

/** Tells people from programs that send in bulk. The address is the visitor's, for services that ask for it. */
export interface HumanCheck {
  challenge(): Promise<Challenge>;
  /** Refuses `verification-required`, `verification-failed` or `verification-expired`. */
  verify(payload: string, address: string): Promise<Proof>;
}

/**
 * Uses a proof up, in the transaction of what it is for: when that fails, the proof is still good. Refuses
 * `verification-failed` when it was used before, by whichever process.
 */
export async function spend(tx: Tx, { challenge, expiresAt }: Proof): Promise<void> {
  const hash = createHash("sha256").update(challenge).digest();
  if (!(await callFunction(tx, "app.spend_challenge", [hash, expiresAt]))) fail("verification-failed");
}
