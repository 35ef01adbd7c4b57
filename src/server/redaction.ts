const REDACTED = "[redacted]";
const DEEPEST = 8;

const secretKey =
  /pass(word|wd|phrase)|token|secret|authori[sz]ation|cookie|credential|(api|private|access|signing|wrapped)[-_]?key/i;
/** Too short to look for inside other words. */
const secretWords = new Set(["key", "keys", "salt", "salts", "otp", "totp", "pin", "jwt", "bearer"]);

function namesSecret(key: string): boolean {
  if (secretKey.test(key)) return true;
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.has(word));
}

/** What gives itself away by its form, wherever in a text it stands. A pattern for each: that one is linear can then be proved, not only tried. */
const secretTexts: [RegExp, string][] = [
  [/\b(\w+:\/\/)[^\s/@]+@/g, `$1${REDACTED}@`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, REDACTED],
  [/\b(exh|gh[pousr]|github_pat)_\w{10,}/g, REDACTED],
  [/\bwhsec_[\w+/=-]{10,}/g, REDACTED],
  [/\bAKIA[0-9A-Z]{16}/g, REDACTED],
  [/\bxox[a-z]-[\w-]{10,}/g, REDACTED],
];

const secretParameter = /token|secret|password|key|code|signature/i;

/** Every pattern here reads a text once: whoever is logged chooses it. */
function redactText(text: string): string {
  const safe = secretTexts.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), text);
  return safe.replace(/(^|[?&#;,\s])([\w-]+)=[^&#;,\s]+/g, (whole, before: string, name: string) =>
    secretParameter.test(name) ? `${before}${name}=${REDACTED}` : whole,
  );
}

/**
 * A copy of `value` that may be logged: what stands under a telling key (password, token, cookie, salt, …) at any
 * depth, and what looks like a secret inside a text, is replaced. Errors become plain data; bytes become a length.
 */
export function redact(value: unknown): unknown {
  return copy(value, []);
}

function copy(value: unknown, ancestors: readonly object[]): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (ancestors.includes(value)) return "[circular]";
  if (ancestors.length > DEEPEST) return "[deeper]";
  const path = [...ancestors, value];
  if (value instanceof Error) return copyError(value, path);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map)
    return copyEntries(
      [...value].map(([key, held]) => [String(key), held]),
      path,
    );
  if (Array.isArray(value) || value instanceof Set) return [...value].map((item) => copy(item, path));
  if (value instanceof Headers || value instanceof URLSearchParams) return copyEntries([...value], path);
  if ("toJSON" in value && typeof value.toJSON === "function") return copy(value.toJSON(), path);
  return copyEntries(Object.entries(value), path);
}

function copyEntries(
  entries: readonly (readonly [string, unknown])[],
  path: readonly object[],
): Record<string, unknown> {
  return Object.fromEntries(entries.map(([key, held]) => [key, copyNamed(key, held, path)]));
}

function copyNamed(key: string, held: unknown, path: readonly object[]): unknown {
  // That something is absent, or a yes or no about it, is no secret and often the answer looked for.
  if (namesSecret(key) && held !== undefined && held !== null && typeof held !== "boolean") return REDACTED;
  return copy(held, path);
}

/** Only what helps and cannot hold a customer's values: database drivers put rows into `detail`, `where` and others. */
const TELLING = ["code", "errno", "syscall", "status", "schema", "table", "constraint", "routine", "cause", "errors"];

function copyError(error: Error, path: readonly object[]): Record<string, unknown> {
  const own = Object.entries(Object.getOwnPropertyDescriptors(error)).filter(([key]) => TELLING.includes(key));
  return {
    type: error.name,
    message: redactText(error.message),
    stack: error.stack && redactText(error.stack),
    ...copyEntries(
      own.map(([key, { value }]) => [key, value] as const),
      path,
    ),
  };
}
