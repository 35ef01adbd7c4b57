import { hash } from "node:crypto";

const BLOCK_BYTES = 64;
/** Longer texts have a buffer of their own. */
const SHORT_BYTES = 4_096;

// Written anew for each: nothing of them outlives a call, which nothing interrupts.
const inner = Buffer.alloc(BLOCK_BYTES + SHORT_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + 32);

/**
 * HMAC-SHA-256 (RFC 2104) of one short text. Of tens of thousands under a key each, as salts are, Node's own takes most of its time to
 * prepare the key; it answers the same.
 */
export function hmacSha256(key: Uint8Array, text: string, encoding: "hex" | "base64"): string {
  const short = key.length > BLOCK_BYTES ? hash("sha256", key, "buffer") : key;
  // No letter takes more than three bytes for each of its units.
  const isShort = text.length * 3 <= SHORT_BYTES;
  const padded = isShort ? inner : Buffer.alloc(BLOCK_BYTES + Buffer.byteLength(text, "utf8"));
  const length = BLOCK_BYTES + padded.write(text, BLOCK_BYTES, "utf8");
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = at < short.length ? short[at]! : 0;
    padded[at] = 0x36 ^ byte;
    outer[at] = 0x5c ^ byte;
  }
  // As letters: to make a buffer of them takes longer than to compute them.
  outer.write(hash("sha256", padded.subarray(0, length), "binary"), BLOCK_BYTES, "binary");
  return hash("sha256", outer, encoding);
}
