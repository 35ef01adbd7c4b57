import { parseExhibitNumber } from "../exhibit-number.ts";
import type { AnswerInput, CheckSaid, ControlSaid, ControlsInput } from "../judge/contract.ts";
import { checkSaid, controlSaid, integerFrom, matching, oneOf, orNull, record, text } from "../judge/shapes.ts";
import type { Shape } from "../judge/shapes.ts";
import { canonicalJson, parseCanonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";

/** Every verdict that a bundle's report rests on, one a line. */
export const VERDICTS = "verdicts.jsonl";

/** A judge by its SHA-256, hexadecimal. */
export const judgePath = (sha256: string): string => `judges/${sha256}.js`;

/** What a judge is given beside exhibits, by the SHA-256 of its text. */
export const inputPath = (sha256: string): string => `inputs/${sha256}.json`;

/** Why an answer cannot be read from its exhibit again, as far as the bundle can say. */
export type Withheld = "erased" | "withdrawn" | "not in this bundle";

/** What one source answers about one part, as it was read from an exhibit. */
export interface PartLine extends Omit<AnswerInput, "number"> {
  readonly for: "part";
  readonly exhibit: string;
  /** Of the exhibit's file, hexadecimal; null where that is not in the bundle. */
  readonly sha256: string | null;
  readonly withheld: Withheld | null;
  /** Hexadecimal; null for what was judged before verdicts named their judge. */
  readonly judge: string | null;
  readonly how: { readonly kind: "collection" } | ReportReading;
}

/** How another tool's report was read: beside its bytes, this decides what it says. */
interface ReportReading {
  readonly kind: "report";
  readonly target: string;
  readonly mapping: CanonicalValue;
}

/** What verdicts about checks and controls were judged by. */
export interface Judged {
  readonly judge: string;
  readonly instant: string;
  /** SHA-256 of the inputs: see {@link inputPath}. */
  readonly scope: string;
  readonly facts: string;
}

export type CheckLine = CheckSaid & Judged & { readonly for: "check" };
export type ControlLine = ControlSaid & Judged & { readonly for: "control" };
export type VerdictLine = PartLine | CheckLine | ControlLine;

/** What judges read of a company beside its exhibits and its scope. */
export type FactsInput = Omit<ControlsInput, "answers">;

/** A verdict's line, without the end of the line. */
export function formatVerdictLine(line: VerdictLine): string {
  return canonicalJson({ ...line, v: 1 } as unknown as CanonicalValue);
}

const sha256 = matching(/^[0-9a-f]{64}$/);
const instant = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const judged = { judge: sha256, instant, scope: sha256, facts: sha256, for: text, v: oneOf(1) };
const anything: Shape = () => true;
const collection = record({ kind: oneOf("collection") });
const report = record({ kind: oneOf("report"), target: text, mapping: anything });
const withheld: readonly (Withheld | null)[] = ["erased", "withdrawn", "not in this bundle", null];

const shapes: Readonly<Record<VerdictLine["for"], Shape>> = {
  part: record({
    for: text,
    v: oneOf(1),
    check: text,
    aspect: orNull(text),
    source: text,
    outcome: text,
    reason: text,
    observedAt: instant,
    validUntil: instant,
    exhibit: (value) => typeof value === "string" && parseExhibitNumber(value) !== undefined,
    // What is older than its list has no place in the ledger.
    ledgerIndex: integerFrom(-1),
    sha256: orNull(sha256),
    withheld: oneOf(...withheld),
    judge: orNull(sha256),
    how: (value) => collection(value) || report(value),
  }),
  check: record({ ...checkSaid, ...judged }),
  control: record({ ...controlSaid, ...judged }),
};

/** Undefined unless the line is canonical and a verdict of version 1, field by field: an issuer may have written anything. */
export function parseVerdictLine(line: string): VerdictLine | undefined {
  const value = parseCanonicalJson(line) as (VerdictLine & { readonly v: unknown }) | null | undefined;
  const kind: unknown = value?.for;
  if (!value || typeof kind !== "string" || !Object.hasOwn(shapes, kind)) return undefined;
  if (!shapes[kind as VerdictLine["for"]](value)) return undefined;
  const { v: _, ...verdict } = value;
  return verdict;
}

/** Names a verdict: "control access.mfa", "check mfa.cloud", "part mfa.cloud/console of GitHub (acme)". */
export function nameOf(line: VerdictLine): string {
  if (line.for === "control") return `control ${line.control}`;
  if (line.for === "check") return `check ${line.check}`;
  return `part ${line.check}${line.aspect === null ? "" : `/${line.aspect}`} of ${line.source}`;
}
