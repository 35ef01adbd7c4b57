import type { Finding } from "#domain/finding.ts";
import type { ImportFormat } from "#domain/import-format.ts";

/** How many rules of one family a tool says that it ran, and that found nothing. */
export interface RanRules {
  readonly tool: string;
  readonly family: string;
  readonly rules: number;
}

/** A report of another tool, read into findings. Nothing is left out: as many findings as the file has results. */
export interface Report {
  /** The tool's name; several, in a file of several, joined by a comma and a space. */
  readonly tool: string;
  readonly toolVersion: string;
  /**
   * What the tool looked at, such as `aws 123456789012` or a repository; empty when the file does not say. Two reports
   * with different scopes are different sources: the newer one must not hide what the other found.
   */
  readonly scope: string;
  /**
   * Whether the scope names one repository, account or host that no other report means by the same words. A name that
   * anybody may give, such as a folder's, is none: `app` is not the same app twice.
   */
  readonly targetNamed: boolean;
  /** What the report says that it looked for, where its findings alone do not tell. */
  readonly ran?: readonly RanRules[];
  /** Clauses that each say why the report passes nothing, such as a benchmark that was not run whole. */
  readonly doubts?: readonly string[];
  /** The oldest instant the file claims: a report is no fresher than what it looked at first. */
  readonly observedAt: Date | undefined;
  readonly findings: readonly Finding[];
  /** Results counted in the file before any was read. Always the number of findings, or the file is refused. */
  readonly read: number;
  /** What else the file holds that a person wants counted, in the format's own words, such as `{ components: 97 }`. */
  readonly counted?: Readonly<Record<string, number>>;
}

/** Why a file cannot be imported. `says` is a sentence for the person who chose it. */
export interface ImportRefusal {
  readonly code: "not-recognised" | "malformed" | "too-many-findings" | "needs-mapping";
  readonly message: string;
}

export type ReadResult =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly refusal: ImportRefusal };

/** A format's name and id. */
export interface Format {
  readonly id: ImportFormat;
  readonly name: string;
}

/** A format of report in JSON that can be imported. */
export interface Importer extends Format {
  /** Whether parsed JSON has this format, however damaged its details may be. */
  recognises(json: unknown): boolean;
  /** Reads parsed JSON of this format, all of it or nothing. */
  read(json: unknown): ReadResult;
}

/** A format of report that is read as text, piece by piece, because it may be large and is no JSON. */
export interface TextImporter extends Format {
  /** Whether a file that begins so has this format. */
  recognises(beginning: string): boolean;
  /** Reads the pieces of a file in their order, all of it or nothing. */
  read(pieces: Iterable<string>): ReadResult;
}

/** Most findings one file may have: a larger one is refused rather than cut. */
export const maxFindings = 200_000;

/** Refuses a file, in the shape that `read` answers with. */
export function refused(code: ImportRefusal["code"], message: string): ReadResult & { readonly ok: false } {
  return { ok: false, refusal: { code, message } };
}

/** Refuses what cannot be read in full. `says` names the place. */
export function malformed(message: string): ReadResult & { readonly ok: false } {
  return refused("malformed", message);
}

/** Refuses a file with more findings than one may have. */
export function tooMany(read: number): ReadResult {
  const [most, has] = [maxFindings, read].map(grouped);
  return refused("too-many-findings", `This file holds ${has} findings. One file may hold ${most}; split the report.`);
}

/** "200,000", without a locale: a judge has none. */
const grouped = (number: number): string =>
  number < 1_000 ? `${number}` : `${grouped(Math.floor(number / 1_000))},${`${number % 1_000}`.padStart(3, "0")}`;

/** Of all names of a report's tools together: they stand in its source, which a database has to find it by. */
const LONGEST_TOOLS = 500;

/** The tools of a file as one text, each once; undefined where they are more than one report may come from. */
export function toolsAsText(names: readonly string[]): string | undefined {
  const text = [...new Set(names)].join(", ");
  return text.length <= LONGEST_TOOLS ? text : undefined;
}

/** Refuses a file of more tools than one report may come from. */
export function tooManyTools(): ReadResult & { readonly ok: false } {
  return refused(
    "too-many-findings",
    "This file holds the reports of too many tools. Split it, one file for each tool.",
  );
}

/**
 * A text that a tool wrote as one plain line of at most `length` UTF-16 code units: no control characters, which a
 * database or a log would trip over, no half characters, no space at its ends. Empty for what is no text.
 */
export function cut(text: string | undefined, length: number): string {
  // Cut roughly first, so that a text of megabytes is not searched whole.
  const plain = (text ?? "")
    .slice(0, 4 * length)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return (plain.length > length ? `${plain.slice(0, length - 1).trimEnd()}…` : plain).toWellFormed();
}

/** The longest scope that is kept whole. Two longer ones might be cut to the same text, so they name no target. */
const LONGEST_SCOPE = 300;

/** Several names of what a report looked at as one text, each once; empty ones are left out. */
export function scopeText(names: readonly string[]): string {
  return cut([...new Set(names)].filter(Boolean).sort().join(", "), LONGEST_SCOPE);
}

/** Whether names tell apart what reports looked at: there are some, none is empty, and their text is kept whole. */
export function nameTarget(names: readonly string[]): boolean {
  const own = [...new Set(names)];
  const length = own.reduce((sum, name) => sum + name.length + 2, 0);
  return own.length > 0 && !own.includes("") && length <= LONGEST_SCOPE;
}

/** Whether a name is one host's: each calls itself localhost. */
export function namesHost(name: string): boolean {
  return name !== "" && name.length <= LONGEST_SCOPE && !/^localhost(?:\.localdomain)?$/i.test(name);
}

/** The instant a text names, taken as UTC when it names no zone; undefined for no instant or one outside 2000 to 2099. */
export function instantOf(text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
  return plausible(new Date(zoned));
}

/** The instant of a Unix time in seconds or milliseconds; undefined outside 2000 to 2099. */
export function instantOfUnix(time: number | undefined): Date | undefined {
  if (time === undefined) return undefined;
  return plausible(new Date(time < 1e11 ? time * 1000 : time));
}

/** The earliest of some instants, if there is any. */
export function oldest(instants: readonly (Date | undefined)[]): Date | undefined {
  return instants.reduce((first, instant) => (instant && (!first || instant < first) ? instant : first), undefined);
}

function plausible(instant: Date): Date | undefined {
  const year = instant.getUTCFullYear();
  return year >= 2000 && year < 2100 ? instant : undefined;
}
