import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "exh_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** What 32 bytes, and the four of the checksum, take in base 62. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHOWN = PREFIX.length + 6;

/**
 * A new API token: a prefix by which secret scanners find it, 256 random bits, and a checksum of them, so that one that
 * was mistyped or made up is known without looking anything up. One word, so that a double click selects all of it.
 */
export function newApiToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  return PREFIX + secret + checksumOf(secret);
}

/** Whether a text can be one of our tokens at all. */
export function isApiToken(text: string): boolean {
  if (!/^exh_[0-9A-Za-z]{49}$/.test(text)) return false;
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_LENGTH);
  return checksumOf(secret) === text.slice(-CHECKSUM_LENGTH);
}

/** The first characters, which open nothing. */
export function startOfToken(token: string): string {
  return token.slice(0, SHOWN);
}

function checksumOf(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}
