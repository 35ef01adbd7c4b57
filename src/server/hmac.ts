import { hash } from "node:crypto";

const BLOCK_BYTES = 64;

/**
 * HMAC-SHA-256 (RFC 2104) of one short text. Of tens of thousands under a key each, as salts are, Node's own takes most of its time to
 * prepare the key; it answers the same.
 */
export function hmacSha256(key: Uint8Array, text: string, encoding: "hex" | "base64"): string {
  const short = key.length > BLOCK_BYTES ? hash("sha256", key, "buffer") : key;
  const data = Buffer.from(text, "utf8");
  const inner = Buffer.alloc(BLOCK_BYTES + data.length, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + 32, 0x5c);
  for (let at = 0; at < short.length; at += 1) {
    inner[at] = 0x36 ^ short[at]!;
    outer[at] = 0x5c ^ short[at]!;
  }
  data.copy(inner, BLOCK_BYTES);
  hash("sha256", inner, "buffer").copy(outer, BLOCK_BYTES);
  return hash("sha256", outer, encoding);
}
