import { ed25519 } from "@noble/curves/ed25519.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Cryptography } from "#domain/bundle/bundle-source.ts";
import { plainCrc32 } from "#domain/bundle/crc32.ts";
import type { FileSums } from "#domain/bundle/zip-source.ts";

/**
 * The cryptography of the page, as plain code: WebCrypto hashes only what is in memory whole, and not every browser
 * has its Ed25519. Signatures are held to RFC 8032, as Node does it.
 */
export const nobleCryptography: Cryptography = {
  sha256: (bytes) => sha256(bytes),
  hmacSha256: (key, message) => hmac(sha256, key, message),
  verifyEd25519: (publicKey, message, signature) => {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      return false;
    }
  },
};

/** The sums of one file; a file of any size takes no more memory than its chunks. */
export function nobleSums(): FileSums {
  const hash = sha256.create();
  let sum = 0;
  return {
    update: (chunk) => {
      hash.update(chunk);
      sum = plainCrc32(chunk, sum);
    },
    sha256: () => hash.digest(),
    crc32: () => sum,
  };
}
