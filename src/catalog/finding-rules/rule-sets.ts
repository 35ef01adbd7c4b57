import type { ImportFormat } from "#domain/import-format.ts";
import { ruleSet } from "#domain/rule-set.ts";
import type { RuleSet } from "#domain/rule-set.ts";
import { awsRules, awsWholeScan } from "./prowler-aws.ts";
import { azureRules, gcpRules, githubRules } from "./prowler-elsewhere.ts";
import { allChecks } from "../index.ts";
import { checkOfScanner } from "./scanners.ts";
import { lynisRules, scapSecurityGuideRules } from "./scap-security-guide.ts";
import { securityHubRules, securityHubWholeScan } from "./security-hub.ts";
import type { ToolChecks } from "./types.ts";

/** Grows when a mapping or the way of judging changes what the same findings mean. */
export const rulesVersion = 1;

// By provider, because some rules of two providers share a name and their runs prove different things.
function prowlerSets(provider: string, rules: readonly ToolChecks[], wholeScan: readonly string[] = []): RuleSet[] {
  return setsOf(`prowler ${provider}`, rules, wholeScan);
}

function setsOf(tool: string, rules: readonly ToolChecks[], wholeScan: readonly string[] = []): RuleSet[] {
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

const securityHub = setsOf("AWS Security Hub", securityHubRules, securityHubWholeScan);
const lynis = setsOf("Lynis", lynisRules);

/** Of a file that names checks of the library itself: our own export, and a CSV whose rules are their ids. */
function byCheckId(tool: string): RuleSet[] {
  // A check that only some frameworks ask for would decide a control for all of them.
  return allChecks
    .filter(({ onlyFor }) => onlyFor === undefined)
    .map(({ id }) => ruleSet({ checkId: id, version: rulesVersion, tool, rules: [id] }));
}

/** Of a tool that reports only what it found: the tool as a whole speaks for one check. */
function byWholeTool(tool: string): ToolRules {
  const sets = namesOf(tool).map((name) =>
    ruleSet({ checkId: checkOfScanner(name), version: rulesVersion, tool: name, rules: "every" }),
  );
  return { sets, alwaysJudged: [...new Set(sets.map((set) => set.checkId))] };
}

/** Each once: a tool is the same in capitals, and none is judged twice. */
const namesOf = (tool: string) => [...new Set(tool.toLowerCase().split(", "))];
const judgedIfNamed = (sets: readonly RuleSet[]): ToolRules => ({ sets, alwaysJudged: [] });

/** What is known of a report before it is judged. */
export interface ReportFacts {
  readonly format: ImportFormat;
  /** The report's own, several names joined by a comma. */
  readonly tool: string;
  readonly findings: number;
}

/**
 * The rules that judge a report. Prowler names each of its checks (as tool `prowler` and the provider), Security Hub its
 * controls, and a benchmark its rules; of a SARIF report each tool as a whole speaks for one check. A bill of materials
 * says something about dependencies only where it lists vulnerabilities: without them nobody may have looked.
 */
export function rulesOf({ format, tool, findings }: ReportFacts): ToolRules {
  switch (format) {
    case "prowler-ocsf":
      return judgedIfNamed(prowler);
    case "asff":
      return judgedIfNamed(securityHub);
    case "lynis":
      return judgedIfNamed(lynis);
    case "xccdf":
      return judgedIfNamed(namesOf(tool).flatMap((name) => setsOf(name, scapSecurityGuideRules)));
    case "oscal":
      return judgedIfNamed(byCheckId("Exhibit"));
    case "csv":
      return judgedIfNamed(byCheckId(tool));
    case "spdx":
      return judgedIfNamed([]);
    case "cyclonedx": {
      if (findings === 0) return judgedIfNamed([]);
      const checkId = "vulns.dependencies";
      return { sets: [ruleSet({ checkId, version: rulesVersion, tool, rules: "every" })], alwaysJudged: [checkId] };
    }
    case "sarif":
      return byWholeTool(tool);
  }
}
