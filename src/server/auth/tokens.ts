import { createHash, randomBytes } from "node:crypto";

/** A new secret for a cookie or a link: 256 random bits, safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token: it cannot be guessed from its hash, so no salt is needed. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
