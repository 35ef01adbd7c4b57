import type { KeyObject } from "node:crypto";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { LoginRole } from "./login-roles.ts";

/** What keys are for. Each has a key of its own, random, in versions. */
export const purposes = [
  "company",
  "signing",
  "totp",
  "webhook",
  "backup",
  "human check",
  "demo",
  "external ids",
] as const;
export type Purpose = (typeof purposes)[number];

/**
 * The keys of companies, those that sign checkpoints, the secrets of authenticator apps and webhooks, and what backups need: the
 * companies' keys in a backup of keys, and what opens the newest backup.
 */
export type WrappedKey = "company" | "signing" | "totp" | "webhook" | "backup";

/** A user of the database that may act as one role, and as no other. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/** One version of a key: 32 bytes in base64. */
export interface HeldKey {
  readonly purpose: Purpose;
  readonly version: number;
  readonly key: string;
  /** New values are wrapped with this version; the others only open what was wrapped before. */
  readonly current: boolean;
}

/** All keys and logins that one process holds, as plain data. */
export interface HeldKeys {
  /** Grows with every change of keys or logins. */
  readonly generation: number;
  /** Names the installation; stays the same for good. */
  readonly installation: string;
  /** Tells whether two instances have the same SECRET_KEY, without telling what it is. */
  readonly fingerprint: string;
  /** The same of keys that SECRET_KEY was before. */
  readonly earlierFingerprints?: readonly string[];
  readonly logins: Readonly<Partial<Record<LoginRole, Login>>>;
  readonly keys: readonly HeldKey[];
}

/** What one process may do with keys. Asking for a key or login that it does not hold throws {@link KeyNotHeld}. */
export interface Keys extends Pick<HeldKeys, "generation" | "installation" | "fingerprint"> {
  /** Whether a value with this fingerprint is of SECRET_KEY, or of what it was before. */
  knows(fingerprint: string): boolean;
  login(role: LoginRole): Login;
  hasLogin(role: LoginRole): boolean;
  holds(purpose: Purpose): boolean;
  /** Wraps a short secret; `bound` names what it belongs to, and unwrapping needs the same name. */
  wrap(purpose: WrappedKey, key: Uint8Array, bound: string): Buffer;
  /** Opens what any held version has wrapped; throws when none has. */
  unwrap(purpose: WrappedKey, wrapped: Uint8Array, bound: string): Buffer;
  /** Whether the current version has wrapped it. */
  isCurrent(purpose: WrappedKey, wrapped: Uint8Array, bound: string): boolean;
  /** What the human check signs with: challenges, their solutions, and questions without JavaScript. Current first. */
  humanCheck(): readonly HumanCheckSecrets[];
  /** Signs the cookie of a demo visit. Current first. */
  demo(): readonly Buffer[];
  /** What a company's AWS roles ask us to say: nobody else can make us say it in another company's name. Never turned over. */
  externalId(companyId: string): string;
  /** The same keys, beside others that open and never wrap. */
  beside(older: readonly HeldKey[]): Keys;
  /** Replaces all that is held, at once. */
  take(held: HeldKeys): void;
}

/** The secrets of one version of the human check. */
export interface HumanCheckSecrets {
  readonly challenge: string;
  readonly solution: string;
  readonly question: string;
}

/** This process was not given the key or login it asked for. */
export class KeyNotHeld extends Error {
  override readonly name = "KeyNotHeld";
}

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

/** A key of 32 bytes for one purpose of another, by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secret: Uint8Array, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", info, 32));
}

/** The keys that a process was given. */
export function openKeys(given: HeldKeys): Keys {
  let held = given;
  let versions = new Map<Purpose, Buffer[]>();
  const take = (next: HeldKeys) => {
    held = next;
    versions = new Map();
    // Newest first, and the one in use before all.
    const ordered = [...next.keys].sort((a, b) => Number(b.current) - Number(a.current) || b.version - a.version);
    for (const { purpose, key } of ordered)
      versions.set(purpose, [...(versions.get(purpose) ?? []), Buffer.from(key, "base64")]);
  };
  take(given);
  const all = (purpose: Purpose): readonly Buffer[] => {
    const found = versions.get(purpose);
    if (!found) throw new KeyNotHeld(`This process does not hold the key "${purpose}".`);
    return found;
  };
  const opened = (key: Buffer, wrapped: Uint8Array, bound: string): Buffer | undefined => {
    try {
      return unseal(key, wrapped, bound);
    } catch {
      return undefined;
    }
  };
  return {
    get generation() {
      return held.generation;
    },
    get installation() {
      return held.installation;
    },
    get fingerprint() {
      return held.fingerprint;
    },
    knows: (fingerprint) => [held.fingerprint, ...(held.earlierFingerprints ?? [])].includes(fingerprint),
    login: (role) => {
      const login = held.logins[role];
      if (!login) throw new KeyNotHeld(`This process has no login of ${role}.`);
      return login;
    },
    hasLogin: (role) => held.logins[role] !== undefined,
    holds: (purpose) => versions.has(purpose),
    wrap: (purpose, key, bound) => seal(all(purpose)[0]!, key, bound),
    unwrap: (purpose, wrapped, bound) => {
      for (const key of all(purpose)) {
        const plain = opened(key, wrapped, bound);
        if (plain) return plain;
      }
      throw new Error(`no version of the key "${purpose}" opens a wrapped value of ${bound}`);
    },
    isCurrent: (purpose, wrapped, bound) => opened(all(purpose)[0]!, wrapped, bound) !== undefined,
    humanCheck: () =>
      all("human check").map((key) => ({
        challenge: deriveKey(key, "exhibit/2/challenge").toString("base64url"),
        solution: deriveKey(key, "exhibit/2/solution").toString("base64url"),
        question: deriveKey(key, "exhibit/2/question").toString("base64url"),
      })),
    demo: () => all("demo"),
    externalId: (companyId) =>
      `exhibit-${createHmac("sha256", all("external ids")[0]!).update(companyId).digest("base64url").slice(0, 32)}`,
    beside: (older) => openKeys({ ...held, keys: [...held.keys, ...older.map((key) => ({ ...key, current: false }))] }),
    take,
  };
}
