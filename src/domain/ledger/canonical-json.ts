/** A value whose canonical text is beyond doubt: no fractions, no undefined. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

/** Texts that are spelled as they are; most of them are hashes. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/**
 * The one JSON text of a value (RFC 8785): names sorted by UTF-16 code units, no spaces. Numbers must be safe integers,
 * so that their spelling can never differ between languages. Throws a TypeError for anything else.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (PLAIN.test(value)) return `"${value}"`;
    if (!value.isWellFormed()) throw new TypeError("A lone surrogate has no canonical form.");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError("Only safe integers have a canonical form here.");
    return JSON.stringify(value);
  }
  let text = "";
  // By index, which holes have, too.
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1)
      text += `${at === 0 ? "" : ","}${canonicalJson(value[at] as CanonicalValue)}`;
    return `[${text}]`;
  }
  if (!isPlainObject(value)) throw new TypeError(`No canonical form for a value of type ${typeof value}.`);
  for (const name of Object.keys(value).sort())
    text += `${text === "" ? "" : ","}${canonicalJson(name)}:${canonicalJson(value[name]!)}`;
  return `{${text}}`;
}

/** Only what JSON itself makes: a Date or a Map would silently become an empty object. */
function isPlainObject(value: unknown): value is { readonly [name: string]: CanonicalValue } {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Reads a text that must be canonical; undefined when it is not JSON, or not spelled the one way. */
export function parseCanonicalJson(text: string): CanonicalValue | undefined {
  try {
    const value = JSON.parse(text) as CanonicalValue;
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
