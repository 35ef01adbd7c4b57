import { parseExhibitNumber } from "../exhibit-number.ts";
import type { AnswerInput, CheckSaid, ControlSaid, ControlsInput } from "../judge/contract.ts";
import { canonicalJson, parseCanonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";

/** Every verdict that a bundle's report rests on, one a line. */
export const VERDICTS = "verdicts.jsonl";

/** A judge by its SHA-256, hexadecimal. */
export const judgePath = (sha256: string): string => `judges/${sha256}.js`;

/** What a judge is given beside exhibits, by the SHA-256 of its text. */
export const inputPath = (sha256: string): string => `inputs/${sha256}.json`;

/** Why an answer cannot be read from its exhibit again, as far as the bundle can say. */
export type Withheld = "withdrawn" | "not in this bundle";

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

/** Undefined unless the line is canonical and a verdict of version 1. What else it holds is compared, and so is not checked here. */
export function parseVerdictLine(text: string): VerdictLine | undefined {
  const value = parseCanonicalJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { v, ...line } = value as unknown as VerdictLine & { readonly v: unknown };
  if (v !== 1) return undefined;
  if (line.for === "part") return isPart(line) ? line : undefined;
  if (line.for !== "check" && line.for !== "control") return undefined;
  const texts: readonly unknown[] = [line.judge, line.instant, line.scope, line.facts, nameOf(line)];
  return texts.every((one) => typeof one === "string") ? line : undefined;
}

/** Names a verdict: "control access.mfa", "check mfa.cloud", "part mfa.cloud/console of GitHub (acme)". */
export function nameOf(line: VerdictLine): string {
  if (line.for === "control") return `control ${line.control}`;
  if (line.for === "check") return `check ${line.check}`;
  return `part ${line.check}${line.aspect === null ? "" : `/${line.aspect}`} of ${line.source}`;
}

function isPart({ exhibit, sha256, judge, how, check, source, reason }: PartLine): boolean {
  const isText = (value: unknown) => typeof value === "string";
  const isTextOrNull = (value: unknown) => value === null || isText(value);
  return (
    isText(exhibit) &&
    parseExhibitNumber(exhibit) !== undefined &&
    isTextOrNull(sha256) &&
    isTextOrNull(judge) &&
    [check, source, reason].every(isText) &&
    (how?.kind === "collection" || how?.kind === "report")
  );
}
