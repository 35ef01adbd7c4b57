import type { Finding } from "./finding.ts";

/** Which of a tool's rules stand behind one check of the library, or behind one part of it. */
export interface RuleSet {
  readonly checkId: string;
  /** Grows when the same findings would be judged otherwise, so that a stored result says which rules made it. */
  readonly version: number;
  /** The tool's name in lower case. Findings of other tools never count. */
  readonly tool: string;
  /**
   * Rules that must each be reported, or the check is unknown. "every" is for a tool that reports only what it found: all
   * that it says of one family counts, and `ran` says what it looked for.
   */
  readonly rules: readonly string[] | "every";
  /** The family whose findings count, where a tool has several; undefined for all that the tool says. */
  readonly family: string | undefined;
  /**
   * With "every": how many rules of the family the report itself lists as run, and that found nothing. Nothing passes by
   * silence where there are none. A report speaks of such a check even where it has no findings; undefined where it does not.
   */
  readonly ran: number | undefined;
  /** The parts of the check that the rules answer, as the catalogue names them; none where they say less than a part. */
  readonly aspects: readonly string[];
  /** Whether the check has other parts beside those. Such a set fails its check and does not pass it alone. */
  readonly isPart: boolean;
  /**
   * What was read where that is less than the check or its part asks, as "only … was read" has it. Such a set fails its check
   * and never passes it.
   */
  readonly only: string | undefined;
  /** Whether a finding counts in the set. */
  matches(finding: Pick<Finding, "rule" | "tool" | "family">): boolean;
}

type Given = Pick<RuleSet, "checkId" | "version" | "tool" | "rules"> &
  Partial<Pick<RuleSet, "family" | "ran" | "aspects" | "isPart" | "only">>;

/** A rule set from its data. */
export function ruleSet({ family, ran, aspects = [], isPart = false, only, ...given }: Given): RuleSet {
  const tool = given.tool.toLowerCase();
  const known = given.rules === "every" ? undefined : new Set(given.rules);
  return {
    ...given,
    tool,
    family,
    ran,
    aspects,
    isPart,
    only,
    matches: (one) =>
      one.tool.toLowerCase() === tool &&
      (family === undefined || one.family === family) &&
      (known?.has(one.rule) ?? true),
  };
}

/** The findings that no check knows: they are kept on file and judge nothing. */
export function findingsWithoutCheck(sets: readonly RuleSet[], findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => !sets.some((set) => set.matches(finding)));
}
