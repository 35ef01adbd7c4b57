import { deriveKey, seal, unseal } from "../keys/keys.ts";
import type { Keys } from "../keys/keys.ts";

/** Wraps the key that signs, as it lies in the database. */
export interface SigningWrap {
  wrap(secret: Uint8Array): Buffer;
  /** Throws when it was wrapped by another key. */
  unwrap(wrapped: Uint8Array): Buffer;
}

const BOUND = "ledger";

/** The installation's own: only a process that was given the purpose `signing` opens it. */
export const installationWrap = (keys: Pick<Keys, "wrap" | "unwrap">): SigningWrap => ({
  wrap: (secret) => keys.wrap("signing", secret, BOUND),
  unwrap: (wrapped) => keys.unwrap("signing", wrapped, BOUND),
});

/** Of demo visits, whose databases are thrown away: what it wraps signs nothing of the installation. */
export const demoWrap = (keys: Pick<Keys, "demo">): SigningWrap => {
  const all = () => keys.demo().map((key) => deriveKey(key, "exhibit/2/signing in demo visits"));
  return {
    wrap: (secret) => seal(all()[0]!, secret, BOUND),
    unwrap: (wrapped) => {
      for (const key of all()) {
        try {
          return unseal(key, wrapped, BOUND);
        } catch {
          // An older version may open it.
        }
      }
      throw new Error("no version of the demo's key opens the signing key of this visit");
    },
  };
};
