// Own code, because the domain is compiled for neither Node nor a browser: no Buffer, no TextEncoder, no atob.

const hexDigits = "0123456789abcdef";
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NO_HEX = 16;
const hexValues = new Uint8Array(128).fill(NO_HEX);
for (let value = 0; value < NO_HEX; value++) hexValues[hexDigits.charCodeAt(value)] = value;
const NO_DIGIT = 64;
const base64Values = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 64; value++) base64Values[base64Digits.charCodeAt(value)] = value;

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexDigits[byte >> 4]! + hexDigits[byte & 15]!;
  return text;
}

/** Undoes {@link toHex}; undefined for anything but pairs of lower-case digits. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexValues[text.charCodeAt(2 * i)] ?? NO_HEX;
    const low = hexValues[text.charCodeAt(2 * i + 1)] ?? NO_HEX;
    if ((high | low) >= NO_HEX) return undefined;
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += base64Digits[three >> 18]! + base64Digits[(three >> 12) & 63]!;
    text += i + 1 < bytes.length ? base64Digits[(three >> 6) & 63]! : "=";
    text += i + 2 < bytes.length ? base64Digits[three & 63]! : "=";
  }
  return text;
}

/**
 * Undoes {@link toBase64}. Undefined unless the text is exactly what that writes, padding and unused bits included
 * (RFC 4648, sections 3.2 and 3.5): two texts never mean one value.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits; i++) {
    const value = base64Values[text.charCodeAt(i)] ?? NO_DIGIT;
    if (value === NO_DIGIT) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    // The digits of a group of four complete a byte each, but for the first.
    if (i % 4 !== 0) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  const unused = padding === 2 ? bits & 15 : padding === 1 ? bits & 3 : 0;
  return unused === 0 ? bytes : undefined;
}

/** UTF-8 (RFC 3629). A lone surrogate becomes U+FFFD, as everywhere. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) return toAnyUtf8(text);
    bytes[i] = code;
  }
  return bytes;
}

function toAnyUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.codePointAt(i)!;
    if (code < 0x80) {
      bytes[at++] = code;
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
    } else {
      if (code < 0x10000) {
        bytes[at++] = 0xe0 | (code >> 12);
      } else {
        i++;
        bytes[at++] = 0xf0 | (code >> 18);
        bytes[at++] = 0x80 | ((code >> 12) & 63);
      }
      bytes[at++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[at++] = 0x80 | (code & 63);
  }
  return bytes.slice(0, at);
}

/** Undoes {@link toUtf8}. Undefined for bytes that are not UTF-8; a byte order mark is a character like any other. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  if (!strict || bytes.length < WORTH_ASKING) return fromAnyUtf8(bytes);
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

interface StrictDecoder {
  decode(bytes: Uint8Array): string;
}

/** The engine's own, where it has one: a sandbox has none. It reads the same, ten times as fast. */
const engine = globalThis as {
  readonly TextDecoder?: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => StrictDecoder;
};
const strict = engine.TextDecoder && new engine.TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Below that it takes longer to be asked than to read. */
const WORTH_ASKING = 64;
/** As many at once as every engine takes as arguments. */
const AT_ONCE = 4096;

function fromAnyUtf8(bytes: Uint8Array): string | undefined {
  let text = "";
  let units: number[] = [];
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i++]!;
    let code = first;
    if (first >= 0x80) {
      const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
      if (first < 0xc2 || first > 0xf4 || i + more > bytes.length) return undefined;
      code = first & (0x3f >> more);
      for (let n = 0; n < more; n++) {
        const next = bytes[i++]!;
        if (next >> 6 !== 2) return undefined;
        code = (code << 6) | (next & 63);
      }
      const isOverlong = code < [0x80, 0x800, 0x10000][more - 1]!;
      if (isOverlong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    }
    if (code < 0x10000) units.push(code);
    else units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    if (units.length >= AT_ONCE) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}

/** One array with all the bytes, in order. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whether both hold the same bytes. Not in constant time: for public hashes, never for secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
