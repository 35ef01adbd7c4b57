import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { seal, unseal } from "../keys/keys.ts";

/** Bytes of an X25519 key. */
const KEY = 32;
const VERSION = 1;
/** What stands in front of the 32 bytes in the usual encodings (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b656e04220420", "hex");
const SPKI = Buffer.from("302a300506032b656e032100", "hex");

/**
 * Seals bytes for whoever holds the private half of an X25519 key of 32 bytes; whoever seals cannot open it again. A key of its
 * own for each box, HKDF-SHA-256 over what both halves make, AES-256-GCM. `bound` names what the box belongs to: it opens under
 * that name only. Layout: version, ephemeral public key, nonce, ciphertext, tag.
 */
export function sealFor(publicKey: Uint8Array, plain: Uint8Array, bound: string): Buffer {
  const once = generateKeyPairSync("x25519");
  const sender = rawPublic(once.publicKey);
  const key = keyOf(once.privateKey, publicFrom(publicKey), sender, publicKey);
  return Buffer.concat([Buffer.of(VERSION), sender, seal(key, plain, bound)]);
}

/** Opens what {@link sealFor} sealed for this key; throws when the key, the bytes or the name differ. */
export function openBox(privateKey: KeyObject, box: Uint8Array, bound: string): Buffer {
  if (box[0] !== VERSION) throw new Error("the box has another format");
  const sender = box.subarray(1, 1 + KEY);
  const key = keyOf(privateKey, publicFrom(sender), sender, rawPublic(createPublicKey(privateKey)));
  return unseal(key, box.subarray(1 + KEY), bound);
}

/** The private half whose 32 bytes are given. */
export function privateFrom(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}

/** The 32 bytes of the public half. */
export function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: "der", type: "spki" }).subarray(SPKI.length);
}

function publicFrom(raw: Uint8Array): KeyObject {
  if (raw.length !== KEY) throw new Error("this is no public key");
  return createPublicKey({ key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" });
}

function keyOf(own: KeyObject, other: KeyObject, sender: Uint8Array, receiver: Uint8Array): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: other });
  return Buffer.from(hkdfSync("sha256", shared, Buffer.concat([sender, receiver]), "exhibit/1/connection secrets", 32));
}
