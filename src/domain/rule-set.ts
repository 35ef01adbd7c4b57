import type { Finding } from "./finding.ts";

/** Which of a tool's rules stand behind one check of the library. */
export interface RuleSet {
  readonly checkId: string;
  /** Grows when the same findings would be judged otherwise, so that a stored result says which rules made it. */
  readonly version: number;
  /** The tool's name in lower case. Findings of other tools never count. */
  readonly tool: string;
  /**
   * Rules that the tool answers on every run: each must be reported, or the check is unknown. "every" is for a tool
   * that reports only what it found: all it says counts.
   */
  readonly rules: readonly string[] | "every";
  /** Rules that the tool answers only where such a resource exists. */
  readonly resourceRules: readonly string[];
  /**
   * Rules whose presence shows that the run covered everything; empty when nothing can show it. Only after such a run
   * does a silent resource rule mean that there is nothing of the kind. Otherwise nobody looked, and that is unknown.
   */
  readonly wholeScan: readonly string[];
  /** Whether findings under this rule count in the set; with the tool's name, only those of this tool do. */
  matches(rule: string, tool?: string): boolean;
}

type Given = Pick<RuleSet, "checkId" | "version" | "tool" | "rules"> &
  Partial<Pick<RuleSet, "resourceRules" | "wholeScan">>;

/** A rule set from its data. */
export function ruleSet({ resourceRules = [], wholeScan = [], ...given }: Given): RuleSet {
  const tool = given.tool.toLowerCase();
  const known = given.rules === "every" ? undefined : new Set([...given.rules, ...resourceRules]);
  return {
    ...given,
    tool,
    resourceRules,
    wholeScan,
    matches: (rule, of) => (of === undefined || of.toLowerCase() === tool) && (known?.has(rule) ?? true),
  };
}

/** The findings that no check knows: they are kept on file and judge nothing. */
export function findingsWithoutCheck(sets: readonly RuleSet[], findings: readonly Finding[]): Finding[] {
  return findings.filter(({ rule, tool }) => !sets.some((set) => set.matches(rule, tool)));
}
