import type { Finding, FindingOutcome } from "#domain/finding.ts";
import { cut } from "../report.ts";
import { overridesOf } from "./overrides.ts";
import { familyFinder } from "./ran.ts";
import { ruleFinder, ruleIdOf } from "./rules.ts";
import type { SarifResult, SarifRule, SarifRun } from "./schema.ts";

/** CVSS 7.0 and above is high or critical. */
const HIGH = 7;

/** The results of one run as findings of `tool`, in the file's order; `prefix` keeps their fallback ids apart. */
export function findingsOf(run: SarifRun, tool: string, prefix: string): Finding[] {
  const ruleOf = ruleFinder(run);
  const { levelOf } = overridesOf(run);
  const familyOf = familyFinder(tool);
  return (run.results ?? []).map((result, index) => {
    const rule = ruleOf(result);
    const id = ruleIdOf(result, rule);
    const level = levelOfResult(result, levelOf(rule));
    const score = scoreOf(result, rule);
    return {
      tool,
      rule: cut(id, 200),
      family: familyOf(id, rule),
      title: cut(rule?.shortDescription?.text || rule?.name || id, 300),
      outcome: outcomeOf(result),
      suppressed: isSuppressed(result),
      severity: severityOf(level, score),
      resource: cut(placeOf(result, run), 500),
      message: cut(messageOf(result, rule), 2000),
      uid: cut(uidOf(result) ?? `${prefix}, result ${index + 1}`, 300),
    };
  });
}

// 3.27.10: only a result of kind "fail" has a level, by default its rule's, else "warning".
function levelOfResult({ kind, level }: SarifResult, ofRule: string | null | undefined): string {
  if ((kind || "fail") !== "fail") return level || "none";
  return level || ofRule || "warning";
}

/**
 * What a result means. 3.27.9: kind decides, and it is "fail" where it is absent. A result of kind "fail" is a finding whatever its level:
 * the level says how grave it is, and not whether it is one.
 */
function outcomeOf({ kind, level, baselineState }: SarifResult): FindingOutcome {
  // 3.27.24: it was there in an earlier run, and is none of this one's.
  if (baselineState === "absent") return "not looked at";
  if ((kind || "fail") === "fail") return "fail";
  // 3.27.10: anything else has no level. One that has says two things, and the milder one is not believed.
  if (level && level !== "none") return "unknown";
  switch (kind) {
    case "pass":
    case "informational":
      return "pass";
    case "notApplicable":
      return "not applicable";
    default:
      return "unknown";
  }
}

function severityOf(level: string, score: number): string {
  if (score >= 9) return "Critical";
  if (score >= HIGH || level === "error") return "High";
  if (score >= 4 || level === "warning") return "Medium";
  return score > 0 || level === "note" ? "Low" : "Informational";
}

function scoreOf(result: SarifResult, rule: SarifRule | undefined): number {
  const score = Number(result.properties?.["security-severity"] ?? rule?.properties?.["security-severity"] ?? 0);
  return Number.isFinite(score) ? score : 0;
}

// 3.27.23: suppressed while no suppression is under review or rejected; a missing status means accepted.
function isSuppressed({ suppressions }: SarifResult): boolean {
  const all = suppressions ?? [];
  return all.length > 0 && all.every(({ status }) => (status ?? "accepted") === "accepted");
}

function placeOf({ locations }: SarifResult, run: SarifRun): string {
  const [first] = locations ?? [];
  const place = first?.physicalLocation;
  const uri = place?.artifactLocation?.uri ?? run.artifacts?.[place?.artifactLocation?.index ?? -1]?.location?.uri;
  const line = place?.region?.startLine;
  if (uri) return line ? `${uri}:${line}` : uri;
  const [logical] = first?.logicalLocations ?? [];
  return logical?.fullyQualifiedName || logical?.name || "";
}

function messageOf({ message }: SarifResult, rule: SarifRule | undefined): string {
  const text = message.text || rule?.messageStrings?.[message.id ?? ""]?.text || message.id || "";
  return filled(text, message.arguments ?? []);
}

/** More of a message is not kept, and a text of placeholders with long arguments would fill any memory. */
const LONGEST_MESSAGE = 8_000;

/** A message with its arguments in their places (3.11.5), as far as it is kept. */
function filled(text: string, values: readonly string[]): string {
  let message = "";
  let end = 0;
  for (const { 0: placeholder, 1: place, index } of text.slice(0, LONGEST_MESSAGE).matchAll(/\{(\d+)\}/g)) {
    message += text.slice(end, index) + (values[Number(place)] ?? placeholder).slice(0, LONGEST_MESSAGE);
    end = index + placeholder.length;
    if (message.length > LONGEST_MESSAGE) return message;
  }
  return message + text.slice(end, LONGEST_MESSAGE);
}

function uidOf({ guid, fingerprints, partialFingerprints }: SarifResult): string | undefined {
  return guid || Object.values(fingerprints ?? {})[0] || Object.values(partialFingerprints ?? {})[0];
}
