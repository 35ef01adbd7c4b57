import { toBase64, toUtf8 } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { CanonicalValue } from "./canonical-json.ts";

/** HMAC-SHA-256 (RFC 2104), given by whoever calls. */
export type HmacSha256 = (key: Uint8Array, message: Uint8Array) => Uint8Array;

/**
 * Random bytes that go with every entry. The ledger holds commitments under them instead of hashes, because the hash of
 * a small file can be guessed; without the salt a commitment says nothing, and what it stood for is gone.
 */
export const SALT_BYTES = 16;

/** What a ledger entry says of an artifact: its SHA-256 (the 32 bytes), salted. Base64. */
export function commitContent(hmac: HmacSha256, salt: Uint8Array, sha256: Uint8Array): string {
  return toBase64(hmac(salt, sha256));
}

/** What a ledger entry says of a description, or of an act's details: its canonical JSON, salted. Base64. */
export function commitMetadata(hmac: HmacSha256, salt: Uint8Array, metadata: CanonicalValue): string {
  return toBase64(hmac(salt, toUtf8(canonicalJson(metadata))));
}
