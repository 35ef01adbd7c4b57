import type { KeyObject } from "node:crypto";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Everything that hangs on SECRET_KEY. Each purpose has a key of its own, so that no two uses can be confused. */
export interface Keys {
  /** Password of a database role. */
  databasePassword(role: string): string;
  /** Wraps a short secret; `bound` names what it belongs to, and unwrapping needs the same name. */
  wrap(purpose: WrappedKey, key: Uint8Array, bound: string): Buffer;
  unwrap(purpose: WrappedKey, wrapped: Uint8Array, bound: string): Buffer;
  /** Signs what the human check hands out: challenges, their solutions, and questions for those without JavaScript. */
  readonly humanCheck: { readonly challenge: string; readonly solution: string; readonly question: string };
  /** Signs the cookie of a demo visit. */
  readonly demo: Buffer;
  /** What a company's AWS roles ask us to say: nobody else can make us say it in another company's name. */
  externalId(companyId: string): string;
  /** Tells whether two instances hold the same SECRET_KEY, without telling what it is. */
  readonly fingerprint: string;
}

/** The keys of companies, those that sign checkpoints, the secrets of authenticator apps and webhooks, and what opens the newest backup. */
type WrappedKey = "company" | "signing" | "totp" | "webhook" | "backup";

/** Bytes of a nonce. */
export const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM with a random 96-bit nonce: nonce, ciphertext, tag. For short secrets under a key used seldom. Whoever seals many
 * may bring the random nonces; none may be used twice.
 */
export function seal(
  key: Uint8Array | KeyObject,
  plain: Uint8Array,
  bound: string,
  nonce: Uint8Array = randomBytes(NONCE),
): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undoes {@link seal}; throws when the key, the bytes or what they are bound to differ. */
export function unseal(key: Uint8Array | KeyObject, sealed: Uint8Array, bound: string): Buffer {
  if (sealed.length < NONCE + TAG) throw new Error("sealed value is too short");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]);
}

/** Derives the purposes' keys from the 32 bytes of SECRET_KEY by HKDF-SHA-256 (RFC 5869). */
export function deriveKeys(secret: Uint8Array): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", `exhibit/1/${purpose}`, 32));
  const wrapping = {
    company: derive("company keys"),
    signing: derive("signing keys"),
    totp: derive("one-time codes"),
    webhook: derive("webhook secrets"),
    backup: derive("keys of backup files"),
  };
  const database = derive("database roles");
  const externalIds = derive("external ids");
  return {
    databasePassword: (role) => createHmac("sha256", database).update(role).digest("base64url"),
    wrap: (purpose, key, bound) => seal(wrapping[purpose], key, bound),
    unwrap: (purpose, wrapped, bound) => unseal(wrapping[purpose], wrapped, bound),
    humanCheck: {
      challenge: derive("human check challenges").toString("base64url"),
      solution: derive("human check solutions").toString("base64url"),
      question: derive("human check questions").toString("base64url"),
    },
    demo: derive("demo visits"),
    externalId: (companyId) =>
      `exhibit-${createHmac("sha256", externalIds).update(companyId).digest("base64url").slice(0, 32)}`,
    fingerprint: derive("fingerprint").subarray(0, 8).toString("hex"),
  };
}
