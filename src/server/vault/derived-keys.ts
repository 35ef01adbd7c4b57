import type { HeldKey } from "../keys/keys.ts";
import { deriveKey } from "../keys/keys.ts";

/**
 * The keys that releases before the vault derived from SECRET_KEY, as version 1. They open what such a release has
 * wrapped, and are turned over on the first start after it.
 */
export function derivedKeys(secret: Uint8Array): HeldKey[] {
  const names = [
    ["company", "company keys"],
    ["signing", "signing keys"],
    ["totp", "one-time codes"],
    ["webhook", "webhook secrets"],
    ["backup", "keys of backup files"],
    ["human check", "human check challenges"],
    ["demo", "demo visits"],
    ["external ids", "external ids"],
  ] as const;
  return names.map(([purpose, name]) => ({
    purpose,
    version: 1,
    key: deriveKey(secret, `exhibit/1/${name}`).toString("base64"),
    current: true,
  }));
}

/** Tells whether two instances have the same SECRET_KEY, without telling what it is. */
export function fingerprintOf(secret: Uint8Array): string {
  return deriveKey(secret, "exhibit/1/fingerprint").subarray(0, 8).toString("hex");
}
