import type { Finding } from "./finding.ts";
import type { RuleSet } from "./rule-set.ts";
import { clause, count, gravest, names } from "./verdict-words.ts";

export type { Finding } from "./finding.ts";
export type { RuleSet } from "./rule-set.ts";

export type CheckOutcome = "pass" | "fail" | "unknown" | "not applicable";

export interface CheckVerdict {
  readonly checkId: string;
  /** Of the rule set that made it. */
  readonly version: number;
  readonly outcome: CheckOutcome;
  /** One sentence: what was observed against what is wanted. */
  readonly reason: string;
}

/** What one source says of one part of a check. */
export interface PartVerdict extends CheckVerdict {
  /** Empty for what speaks of the whole check, and so can never pass it. */
  readonly aspect: string;
}

/** A part's name: "check/aspect"; the check's alone for what speaks of all of it. */
export const partName = ({ checkId, aspect }: Pick<PartVerdict, "checkId" | "aspect">): string =>
  aspect === "" ? checkId : `${checkId}/${aspect}`;

/**
 * Judges one check from all that a report says. Any failing result fails it. Otherwise anything undecided or unreported
 * makes it unknown: silence never passes, except `silencePasses`, for a tool that finished and reports only what it
 * found. It does not apply where a whole scan met nothing of the kind. Suppressed results are counted in the reason and
 * nowhere else. The order of the findings does not matter.
 */
export function judgeCheck(set: RuleSet, findings: readonly Finding[], silencePasses = false): CheckVerdict {
  const ofTool = findings.filter((finding) => wasLookedAt(finding) && finding.tool.toLowerCase() === set.tool);
  const own = ofTool.filter((finding) => set.matches(finding.rule));
  return judge(set, own, new Set(ofTool.map((finding) => finding.rule)), silencePasses);
}

/**
 * Judges every check that a report speaks of: by a finding, by having met nothing on a whole scan, or because it is in
 * `silencePasses` (check ids). Where several rule sets serve one check, the worst verdict stands: failing before
 * unknown before passing before not applicable. In the order of the rule sets.
 */
export function judgeReport(
  sets: readonly RuleSet[],
  findings: readonly Finding[],
  silencePasses: readonly string[] = [],
): CheckVerdict[] {
  const byTool = Map.groupBy(findings.filter(wasLookedAt), (finding) => finding.tool.toLowerCase());
  const rulesByTool = new Map([...byTool].map(([tool, all]) => [tool, new Set(all.map((finding) => finding.rule))]));
  const worst = new Map<string, CheckVerdict>();
  for (const set of sets) {
    const reported = rulesByTool.get(set.tool) ?? new Set();
    const own = (byTool.get(set.tool) ?? []).filter((finding) => set.matches(finding.rule));
    const finished = silencePasses.includes(set.checkId);
    if (own.length === 0 && !finished && !metNothing(set, own, reported)) continue;
    const verdict = judge(set, own, reported, finished);
    const before = worst.get(set.checkId);
    if (!before || WORST_FIRST.indexOf(verdict.outcome) < WORST_FIRST.indexOf(before.outcome))
      worst.set(set.checkId, verdict);
  }
  return [...worst.values()];
}

const wasLookedAt = ({ outcome }: Finding) => outcome !== "not looked at";

const WORST_FIRST: readonly CheckOutcome[] = ["fail", "unknown", "pass", "not applicable"];

/** `own` are the findings that count in the set, `reported` the rules that any finding of its tool names. */
function judge(set: RuleSet, own: readonly Finding[], reported: ReadonlySet<string>, finished: boolean): CheckVerdict {
  const verdict = (outcome: CheckOutcome, reason: string) => ({
    checkId: set.checkId,
    version: set.version,
    outcome,
    reason,
  });
  const about = own.filter((finding) => finding.outcome !== "not applicable");
  const open = about.filter((finding) => !finding.suppressed);
  const muted = about.length - open.length;
  const aside = muted > 0 ? ` (${muted} more suppressed in the tool)` : "";

  const failing = open.filter((finding) => finding.outcome === "fail");
  if (failing.length > 0) {
    const worst = gravest(failing);
    const some = `${failing.length} of ${count(open.length, "result")} failed`;
    return verdict("fail", `${clause(worst)} (rule ${worst.rule}). ${some}${aside}.`);
  }
  if (metNothing(set, own, reported))
    return verdict("not applicable", "The scan covered everything and met nothing of this kind.");

  if (own.length > 0 && about.length === 0 && isComplete(set, reported))
    return verdict("not applicable", "The tool says that it does not apply.");

  const doubts = doubtsOf(set, open, muted, reported, finished);
  if (doubts.length > 0) return verdict("unknown", `Not decided: ${doubts.join("; ")}.`);
  if (open.length === 0) return verdict("pass", `The scan finished with no open results${aside}.`);
  if (set.rules === "every") {
    const results = open.length === 1 ? "its 1 result does not fail" : `none of its ${open.length} results fails`;
    return verdict("pass", `The scan finished, and ${results}${aside}.`);
  }
  const silent = silentRules(set.resourceRules, reported).length;
  const rest = silent > 0 ? `, and ${count(silent, "more rule")} met nothing to look at` : "";
  return verdict(
    "pass",
    `${open.length === 1 ? "The 1 result passes" : `All ${open.length} results pass`}${aside}${rest}.`,
  );
}

/** Clauses that each say why a check without failures is still not passed. */
function doubtsOf(
  set: RuleSet,
  open: readonly Finding[],
  muted: number,
  reported: ReadonlySet<string>,
  finished: boolean,
): string[] {
  const doubts: string[] = [];
  const undecided = open.filter((finding) => finding.outcome === "unknown");
  if (set.rules === "every") {
    if (!finished) doubts.push("nothing says that the scan finished");
    if (undecided.length === 0) return doubts;
    const others = undecided.length > 1 ? ` and ${undecided.length - 1} more` : "";
    return [...doubts, `${gravest(undecided).rule}: ${clause(gravest(undecided))}${others}`];
  }
  if (undecided.length > 0) {
    const rules = names(undecided.map((finding) => finding.rule));
    doubts.push(`${undecided.length} of ${count(open.length, "result")} must be looked at by a person (${rules})`);
  }
  const missing = missingRules(set, reported);
  if (missing.length > 0) doubts.push(`nothing was reported for ${names(missing)}`);
  // A tool that has been told to keep quiet about all of it has shown nothing.
  if (open.length === 0 && muted > 0) doubts.push(`all of ${count(muted, "result")} were suppressed in the tool`);
  return doubts;
}

/** Rules whose silence means that nobody looked. */
function missingRules(set: RuleSet, reported: ReadonlySet<string>): string[] {
  if (set.rules === "every") return [];
  return silentRules(sawEverything(set, reported) ? set.rules : [...set.rules, ...set.resourceRules], reported);
}

function isComplete(set: RuleSet, reported: ReadonlySet<string>): boolean {
  return missingRules(set, reported).length === 0;
}

function metNothing(set: RuleSet, own: readonly Finding[], reported: ReadonlySet<string>): boolean {
  return own.length === 0 && set.rules.length === 0 && sawEverything(set, reported);
}

function sawEverything(set: RuleSet, reported: ReadonlySet<string>): boolean {
  return set.wholeScan.length > 0 && silentRules(set.wholeScan, reported).length === 0;
}

function silentRules(rules: readonly string[], reported: ReadonlySet<string>): string[] {
  return rules.filter((rule) => !reported.has(rule));
}
