import { fromBase64 } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";

/** The filing of an item of evidence, as the ledger holds it. */
export interface FiledEntry {
  readonly event: "evidence.filed";
  /** When it was filed: ISO 8601 in UTC, to the millisecond. */
  readonly at: string;
  readonly id: string;
  /** The exhibit number, 123 for `EX-000123`. */
  readonly number: number;
  /** Bytes of the artifact. */
  readonly size: number;
  /** Commitment to the artifact's SHA-256, base64. */
  readonly content: string;
  /** Commitment to the description, base64. */
  readonly metadata: string;
}

/** An administrative act: everything but its kind and time is behind the commitment. */
export interface ActEntry {
  /** A noun and what happened to it, as `company.created`; never `evidence.filed`. */
  readonly event: string;
  readonly at: string;
  readonly id: string;
  /** Commitment to who did it, to what, before and after, base64. */
  readonly details: string;
}

const FILED = "evidence.filed";
const VERSION = 1;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EVENT = /^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/;

/**
 * The leaf's text: canonical JSON. The database builds the same text in SQL, so names and order are part of the format.
 * Throws a TypeError for what {@link parseEntry} would not read.
 */
export function formatEntry(entry: FiledEntry | ActEntry): string {
  const text = spell(entry);
  if (!parseEntry(text)) throw new TypeError("This is not an entry of a ledger.");
  return text;
}

/** Reads a leaf's text; undefined for anything that is not an entry of version 1, spelled the one way. */
export function parseEntry(text: string): FiledEntry | ActEntry | undefined {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { at, c, h, id, n, size, t } = value as Readonly<Record<string, unknown>>;
  if (!isInstant(at) || !isMatching(UUID, id) || !isMatching(EVENT, t) || !isCommitment(c)) return undefined;
  let entry: FiledEntry | ActEntry = { event: t, at, id, details: c };
  if (t === FILED) {
    if (!isCommitment(h) || !isCount(n) || n === 0 || !isCount(size)) return undefined;
    entry = { event: FILED, at, id, number: n, size, content: h, metadata: c };
  }
  // Nothing more than what was read, in the one spelling, and the right version.
  return spell(entry) === text ? entry : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an entry is the filing of an item. */
export function isFiling(entry: FiledEntry | ActEntry): entry is FiledEntry {
  return entry.event === FILED;
}

function spell(entry: FiledEntry | ActEntry): string {
  const every = { at: entry.at, id: entry.id, t: entry.event, v: VERSION };
  if (!isFiling(entry)) return canonicalJson({ ...every, c: entry.details });
  return canonicalJson({ ...every, c: entry.metadata, h: entry.content, n: entry.number, size: entry.size });
}

function isInstant(value: unknown): value is string {
  if (!isMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

function isMatching(pattern: RegExp, value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

function isCommitment(value: unknown): value is string {
  return typeof value === "string" && fromBase64(value)?.length === 32;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
