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
  if (isInOrder(value)) {
    const text = JSON.stringify(value);
    // As the engine spells a lone surrogate; and what only looks like one.
    if (!text.includes(String.raw`\ud`)) return text;
  }
  const ordered = inOrder(value);
  return ordered === UNORDERED ? spelled(value) : JSON.stringify(ordered);
}

/** Whether the engine's own text of a value is the canonical one, but for lone surrogates. What is uncertain is not. */
function isInOrder(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isInOrder(value[at])) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let before: string | undefined;
  // What an object inherits comes behind its own names, and is not written.
  for (const name in value) {
    if (before !== undefined && before > name) return false;
    if (!isInOrder((value as Readonly<Record<string, unknown>>)[name])) return false;
    before = name;
  }
  return true;
}

/** Of a value with names that no object has in order. */
const UNORDERED = Symbol("unordered");

/** The same value with names in order, itself where they are; the engine writes that as a whole, many times as fast as it joins pieces. */
function inOrder(value: CanonicalValue): CanonicalValue | typeof UNORDERED {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value.isWellFormed() ? value : refuseSurrogate();
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : refuseNumber();
  if (Array.isArray(value)) {
    let copy: CanonicalValue[] | undefined;
    // By index, which holes have, too.
    for (let at = 0; at < value.length; at += 1) {
      const own = inOrder(value[at] as CanonicalValue);
      if (own === UNORDERED) return UNORDERED;
      if (own !== value[at]) copy ??= value.slice(0, at) as CanonicalValue[];
      copy?.push(own);
    }
    return copy ?? (value as readonly CanonicalValue[]);
  }
  return objectInOrder(value);
}

function objectInOrder(value: CanonicalValue): CanonicalValue | typeof UNORDERED {
  if (!isPlainObject(value)) throw new TypeError(`No canonical form for a value of type ${typeof value}.`);
  const names = Object.keys(value);
  let copy: Record<string, CanonicalValue> | undefined;
  if (!isSorted(names)) {
    names.sort();
    copy = {};
  }
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    if (isOfOwnOrder(name)) return UNORDERED;
    if (!name.isWellFormed()) refuseSurrogate();
    const own = inOrder(value[name]!);
    if (own === UNORDERED) return UNORDERED;
    if (own !== value[name]) copy ??= Object.fromEntries(names.slice(0, at).map((before) => [before, value[before]!]));
    if (copy) copy[name] = own;
  }
  return copy ?? value;
}

function isSorted(names: readonly string[]): boolean {
  for (let at = 1; at < names.length; at += 1) if (names[at - 1]! > names[at]!) return false;
  return true;
}

/** Whether an object has a name at a place of its own: numbers stand first, and one of them is no name to be set. */
const isOfOwnOrder = (name: string): boolean => (name < ":" && /^\d+$/.test(name)) || name === "__proto__";

function refuseSurrogate(): never {
  throw new TypeError("A lone surrogate has no canonical form.");
}

function refuseNumber(): never {
  throw new TypeError("Only safe integers have a canonical form here.");
}

function spelled(value: CanonicalValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (PLAIN.test(value)) return `"${value}"`;
    return value.isWellFormed() ? JSON.stringify(value) : refuseSurrogate();
  }
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? JSON.stringify(value) : refuseNumber();
  }
  let text = "";
  // By index, which holes have, too.
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1)
      text += `${at === 0 ? "" : ","}${spelled(value[at] as CanonicalValue)}`;
    return `[${text}]`;
  }
  if (!isPlainObject(value)) throw new TypeError(`No canonical form for a value of type ${typeof value}.`);
  for (const name of Object.keys(value).sort())
    text += `${text === "" ? "" : ","}${spelled(name)}:${spelled(value[name]!)}`;
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
