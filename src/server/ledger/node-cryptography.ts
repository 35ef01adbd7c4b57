import crypto, { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import type { Cryptography } from "#domain/bundle/bundle-source.ts";

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

const { hash } = crypto as { readonly hash?: typeof crypto.hash };

/** Bytes of a block of SHA-256. */
const BLOCK = 64;
const HASH_BYTES = 32;
const outer = Buffer.alloc(BLOCK + HASH_BYTES);
let inner = Buffer.alloc(4_096);

/** HMAC (RFC 2104) of two hashes in one call each: an HMAC object for each of a hundred thousand keys takes five times as long. */
function hmacOfHashes(key: Uint8Array, message: Uint8Array): Uint8Array {
  if (BLOCK + message.length > inner.length) inner = Buffer.alloc(2 * (BLOCK + message.length));
  for (let at = 0; at < BLOCK; at += 1) {
    const byte = key[at] ?? 0;
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  inner.set(message, BLOCK);
  outer.write(hash!("sha256", inner.subarray(0, BLOCK + message.length), "binary"), BLOCK, "latin1");
  return sha256Of(outer);
}

/** As a text of one character a byte it is made in a third of the time. */
const sha256Of = (bytes: Uint8Array) => Buffer.from(hash!("sha256", bytes, "binary"), "latin1");

/** The cryptography of Node 20 and newer. A hash in one call takes a fraction of the time, where Node has it (20.12). */
export const nodeCryptography: Cryptography = {
  sha256: hash ? sha256Of : (bytes) => createHash("sha256").update(bytes).digest(),
  hmacSha256: (key, message) =>
    hash && key.length <= BLOCK ? hmacOfHashes(key, message) : createHmac("sha256", key).update(message).digest(),
  verifyEd25519: (publicKey, message, signature) => {
    const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
    return verify(null, message, key, signature);
  },
};
