import { RequestFailed } from "../http.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The UTF-8 text that base64 stands for; throws `RequestFailed` of kind `malformed` for anything else. */
export function textOfBase64(base64: string): string {
  const digits = base64.replace(/\s+/g, "").replace(/={1,2}$/, "");
  let escaped = "";
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    const value = ALPHABET.indexOf(digit);
    if (value < 0) throw unreadable();
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    escaped += `%${(held >> bits).toString(16).padStart(2, "0")}`;
    held &= (1 << bits) - 1;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    throw unreadable();
  }
}

function unreadable(): RequestFailed {
  return new RequestFailed("malformed", "the credential report is not readable");
}
