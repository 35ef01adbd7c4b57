import type { Finding } from "./finding.ts";

/** Which of a tool's rules stand behind parts of one check of the library. */
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
  /**
   * The parts of the check that the rules answer, as the catalogue names them, and nothing beside those. None where they say less
   * than a part: such a set fails its check or holds it back, and passes nothing.
   */
  readonly aspects: readonly string[];
  /** What was read where that is less than the part asks, as "only … was read" has it. Such a set fails its part and never passes it. */
  readonly only: string | undefined;
  /** Whether a finding counts in the set. */
  matches(finding: Pick<Finding, "rule" | "tool" | "family">): boolean;
}

type Given = Pick<RuleSet, "checkId" | "version" | "tool" | "rules"> &
  Partial<Pick<RuleSet, "family" | "ran" | "aspects" | "only">>;

/** A rule set from its data. */
export function ruleSet({ family, ran, aspects = [], only, ...given }: Given): RuleSet {
  const tool = given.tool.toLowerCase();
  const known = given.rules === "every" ? undefined : new Set(given.rules);
  return {
    ...given,
    tool,
    family,
    ran,
    aspects,
    only,
    matches: (item) =>
      item.tool.toLowerCase() === tool &&
      (family === undefined || item.family === family) &&
      (known?.has(item.rule) ?? true),
  };
}

/** The findings that no check knows: they are kept on file and judge nothing. */
export function findingsWithoutCheck(sets: readonly RuleSet[], findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => !sets.some((set) => set.matches(finding)));
}
