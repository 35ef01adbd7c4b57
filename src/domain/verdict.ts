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
  /** When the first of the decisions that it went by ends; absent where it went by none. */
  readonly restsUntil?: Date;
}

/** A part's name: "check/aspect"; the check's alone for what speaks of all of it. */
export const partName = ({ checkId, aspect }: Pick<PartVerdict, "checkId" | "aspect">): string =>
  aspect === "" ? checkId : `${checkId}/${aspect}`;

/**
 * Judges what one rule set answers from all that a report says. Any failing result fails it. Otherwise anything undecided or
 * unreported makes it unknown, and so does each of `doubts`, clauses that say why the report passes nothing. Silence never
 * passes but for rules that the report itself lists as run. What was read of less than a part passes nothing.
 * Suppressed results are counted in the reason and nowhere else. The order of the findings does not matter.
 */
export function judgeCheck(set: RuleSet, findings: readonly Finding[], doubts: readonly string[] = []): CheckVerdict {
  return judge(
    set,
    findings.filter((finding) => wasLookedAt(finding) && set.matches(finding)),
    doubts,
  );
}

/**
 * Judges every part of a check that a report speaks of: by a finding, or by a rule set that names what ran. A rule set answers its
 * own parts and no other; one that says less than a part speaks of its check, and never passes it. Where several rule sets answer
 * one part, the worst verdict stands: failing before unknown before passing before not applicable. In the order of the rule sets.
 */
export function judgeReport(
  sets: readonly RuleSet[],
  findings: readonly Finding[],
  doubts: readonly string[] = [],
): PartVerdict[] {
  const byTool = Map.groupBy(findings.filter(wasLookedAt), (finding) => finding.tool.toLowerCase());
  const worst = new Map<string, PartVerdict>();
  for (const set of sets) {
    const own = (byTool.get(set.tool) ?? []).filter((finding) => set.matches(finding));
    if (own.length === 0 && set.ran === undefined) continue;
    const verdict = judge(set, own, doubts);
    for (const aspect of set.aspects.length > 0 ? set.aspects : [""]) {
      const name = partName({ checkId: set.checkId, aspect });
      const before = worst.get(name);
      if (!before || WORST_FIRST.indexOf(verdict.outcome) < WORST_FIRST.indexOf(before.outcome))
        worst.set(name, { ...verdict, aspect });
    }
  }
  return [...worst.values()];
}

const wasLookedAt = ({ outcome }: Finding) => outcome !== "not looked at";

const WORST_FIRST: readonly CheckOutcome[] = ["fail", "unknown", "pass", "not applicable"];

/** `own` are the findings that count in the set. */
function judge(set: RuleSet, own: readonly Finding[], reportDoubts: readonly string[]): CheckVerdict {
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
  const doubts = [...reportDoubts, ...narrowness(set), ...doubtsOf(set, own, open)];
  if (doubts.length > 0) return verdict("unknown", `Not decided: ${doubts.join("; ")}.`);
  if (set.rules === "every") {
    const ran = `${count(set.ran ?? 0, "rule")} ran`;
    if (open.length === 0) return verdict("pass", `${ran} and found nothing open${aside}.`);
    const results = open.length === 1 ? "the 1 result does not fail" : `none of the ${open.length} results fails`;
    return verdict("pass", `${ran}, and ${results}${aside}.`);
  }
  if (about.length === 0) return verdict("not applicable", "The tool says that it does not apply.");
  return verdict("pass", `${open.length === 1 ? "The 1 result passes" : `All ${open.length} results pass`}${aside}.`);
}

/** Why a set says less than what it answers asks. */
function narrowness({ aspects, only }: RuleSet): string[] {
  // See `saysTooLittle`.
  if (only !== undefined) return [`only ${only} was read`];
  return aspects.length === 0 ? ["less than a part of it was read"] : [];
}

/** Whether an answer says nothing else than that less than a part was read: no rule failed, and nothing was doubted of those that ran. */
export const saysTooLittle = ({ outcome, reason }: Pick<CheckVerdict, "outcome" | "reason">): boolean =>
  outcome === "unknown" && /^Not decided: only [^;]+ was read\.$/.test(reason);

/** Clauses that each say why a check without failures is still not passed. */
function doubtsOf(set: RuleSet, own: readonly Finding[], open: readonly Finding[]): string[] {
  const doubts: string[] = [];
  const undecided = open.filter((finding) => finding.outcome === "unknown");
  if (set.rules === "every") {
    if (!set.ran) doubts.push("the report does not list the rules that ran");
    if (undecided.length === 0) return doubts;
    const others = undecided.length > 1 ? ` and ${undecided.length - 1} more` : "";
    return [...doubts, `${gravest(undecided).rule}: ${clause(gravest(undecided))}${others}`];
  }
  if (undecided.length > 0) {
    const rules = names(undecided.map((finding) => finding.rule));
    doubts.push(`${undecided.length} of ${count(open.length, "result")} must be looked at by a person (${rules})`);
  }
  const reported = new Set(own.map((finding) => finding.rule));
  const missing = set.rules.filter((rule) => !reported.has(rule));
  if (missing.length > 0) doubts.push(`nothing was reported for ${names(missing)}`);
  // A tool that has been told to keep quiet about all that a rule found has shown nothing of it.
  const shown = new Set(own.filter((item) => !item.suppressed).map((finding) => finding.rule));
  const quiet = [...reported].filter((rule) => !shown.has(rule));
  if (quiet.length > 0) doubts.push(`all results of ${names(quiet)} were suppressed in the tool`);
  return doubts;
}
