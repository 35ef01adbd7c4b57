import { ruleSet } from "#domain/rule-set.ts";
import type { RuleSet } from "#domain/rule-set.ts";
import { awsRules, awsWholeScan } from "./prowler-aws.ts";
import { azureRules, gcpRules, githubRules } from "./prowler-elsewhere.ts";
import { checkOfScanner } from "./scanners.ts";
import type { ProwlerRules } from "./types.ts";

/** Grows when a mapping or the way of judging changes what the same findings mean. */
export const rulesVersion = 1;

// By provider, because some rules of two providers share a name and their runs prove different things.
function prowlerSets(provider: string, rules: readonly ProwlerRules[], wholeScan: readonly string[] = []): RuleSet[] {
  const tool = `prowler ${provider}`;
  return rules.map(({ check, ...rest }) =>
    ruleSet({ checkId: check, version: rulesVersion, tool, wholeScan, ...rest }),
  );
}

const prowler: readonly RuleSet[] = [
  ...prowlerSets("aws", awsRules, awsWholeScan),
  ...prowlerSets("azure", azureRules),
  ...prowlerSets("gcp", gcpRules),
  ...prowlerSets("github", githubRules),
];

/** How a report's findings become checks of the library. */
export interface ToolRules {
  readonly sets: readonly RuleSet[];
  /** Checks that a report without findings passes: a scanner that finished says by its silence that it found nothing. */
  readonly alwaysJudged: readonly string[];
}

/**
 * The rules that judge a report. Prowler names each of its checks (as tool `prowler` and the provider); of a SARIF report each tool as a whole speaks for one
 * check. `tool` is the report's own, several names joined by a comma.
 */
export function rulesOf(format: "prowler-ocsf" | "sarif", tool: string): ToolRules {
  if (format === "prowler-ocsf") return { sets: prowler, alwaysJudged: [] };
  const sets = tool
    .split(", ")
    .map((name) => ruleSet({ checkId: checkOfScanner(name), version: rulesVersion, tool: name, rules: "every" }));
  return { sets, alwaysJudged: [...new Set(sets.map((set) => set.checkId))] };
}
