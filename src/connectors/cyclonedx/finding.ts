import type { Finding, FindingOutcome } from "#domain/finding.ts";
import { cut } from "../report.ts";
import type { BomVulnerability } from "./schema.ts";

/** States of an analysis (VEX) by which somebody closes a vulnerability. */
const CLOSED = new Set(["resolved", "resolved_with_pedigree", "false_positive", "not_affected"]);
/** States that leave it as grave as it is rated. */
const OPEN = new Set(["exploitable", "in_triage"]);

/** The vulnerabilities as findings of `tool`: one for each component affected, by its name in `names`. */
export function findingsOf(
  vulnerabilities: readonly BomVulnerability[],
  tool: string,
  names: ReadonlyMap<string, string>,
): Finding[] {
  return vulnerabilities.flatMap((vulnerability, index) => {
    const refs = vulnerability.affects?.length ? vulnerability.affects.map(({ ref }) => ref) : [""];
    const id = vulnerability.id || vulnerability["bom-ref"] || `vulnerability ${index + 1}`;
    const severity = severityOf(vulnerability);
    const state = vulnerability.analysis?.state ?? "";
    // Somebody says that it does not matter here. Nobody looked again: it is kept out of the verdict and passes nothing.
    const suppressed = CLOSED.has(state);
    const outcome = outcomeOf(suppressed ? "" : state, severity);
    const note = vulnerability.analysis?.detail ? `: ${vulnerability.analysis.detail}` : "";
    const text = vulnerability.description || vulnerability.detail || "";
    // Once for all that it affects: long texts with long lists would take the product of both.
    const [rule, title] = [cut(id, 200), cut(`${id} ${text}`, 300)];
    const message = cut(state ? `${words(state)}${note}` : text, 2000);
    const short = cut(id, 300);
    return refs.map((ref): Finding => ({
      tool,
      rule,
      title,
      outcome,
      suppressed,
      severity,
      resource: cut(names.get(ref) ?? ref, 500),
      message,
      uid: cut(ref ? `${short} in ${ref}` : short, 300),
    }));
  });
}

// As with other scanners high and critical ones fail; what nobody rated is not known to be harmless.
function outcomeOf(state: string, severity: string): FindingOutcome {
  if (state !== "" && !OPEN.has(state)) return "unknown";
  if (severity === "Critical" || severity === "High") return "fail";
  if (severity !== "Unknown") return "pass";
  return state === "exploitable" ? "fail" : "unknown";
}

const RANKS = ["critical", "high", "medium", "low", "info", "none"];
const WORDS = ["Critical", "High", "Medium", "Low", "Informational", "Informational"];

/** The gravest of its ratings: sources differ, and the milder one decides nothing. */
function severityOf({ ratings }: BomVulnerability): string {
  const ranks = (ratings ?? []).map(({ severity, score }) => {
    const rank = RANKS.indexOf((severity ?? "").toLowerCase());
    return rank >= 0 ? rank : rankOfScore(score);
  });
  const worst = ranks.filter((rank) => rank >= 0).reduce((least, rank) => Math.min(least, rank), RANKS.length);
  return WORDS[worst] ?? "Unknown";
}

function rankOfScore(score: number | null | undefined): number {
  if (typeof score !== "number" || score < 0 || score > 10) return -1;
  return score >= 9 ? 0 : score >= 7 ? 1 : score >= 4 ? 2 : score > 0 ? 3 : 5;
}

function words(state: string): string {
  const text = state.replaceAll("_", " ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
