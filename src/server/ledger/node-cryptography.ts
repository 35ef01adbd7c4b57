import crypto, { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import type { Cryptography } from "#domain/bundle/bundle-source.ts";

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

const { hash } = crypto as { readonly hash?: typeof crypto.hash };

/** The cryptography of Node 20 and newer. A hash in one call takes a third of the time, where Node has it (20.12). */
export const nodeCryptography: Cryptography = {
  sha256: hash ? (bytes) => hash("sha256", bytes, "buffer") : (bytes) => createHash("sha256").update(bytes).digest(),
  hmacSha256: (key, message) => createHmac("sha256", key).update(message).digest(),
  verifyEd25519: (publicKey, message, signature) => {
    const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
    return verify(null, message, key, signature);
  },
};
