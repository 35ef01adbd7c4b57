import type { ImportFormat } from "#domain/import-format.ts";
import { importFormats } from "#domain/import-format.ts";
import type { ProviderKey } from "#domain/provider.ts";
import { ruleSet } from "#domain/rule-set.ts";
import type { RuleSet } from "#domain/rule-set.ts";
import { awsRules } from "./prowler-aws.ts";
import { azureRules, gcpRules, githubRules } from "./prowler-elsewhere.ts";
import { allChecks } from "../index.ts";
import { partsOf } from "../parts.ts";
import { checkOfFamily, families } from "./scanners.ts";
import { lynisRules, scapSecurityGuideRules } from "./scap-security-guide.ts";
import { securityHubRules } from "./security-hub.ts";
import type { ToolChecks } from "./types.ts";

/**
 * Grows when a mapping or the way of judging changes what the same findings mean. What an earlier version passed passes
 * nothing any more: each import on file is judged anew (`app.imports.rules_version`).
 */
export const rulesVersion = 5;

// By provider, because some rules of two providers share a name and their runs prove different things.
function prowlerSets(provider: string, rules: readonly ToolChecks[]): RuleSet[] {
  return setsOf(`prowler ${provider}`, rules);
}

function setsOf(tool: string, all: readonly ToolChecks[]): RuleSet[] {
  return all.map(({ check, aspects, only, rules, resourceRules = [] }) =>
    ruleSet({
      checkId: check,
      version: rulesVersion,
      tool,
      rules: [...rules, ...resourceRules],
      aspects: partsAnswered(check, aspects),
      only: only ?? undefined,
    }),
  );
}

/** The parts that rules answer: where a check has one, that. */
function partsAnswered(check: string, given?: readonly string[]): readonly string[] {
  const parts = partsOf(check).map(({ aspect }) => aspect);
  return given ?? (parts.length === 1 ? parts : []);
}

const prowler: readonly RuleSet[] = [
  ...prowlerSets("aws", awsRules),
  ...prowlerSets("azure", azureRules),
  ...prowlerSets("gcp", gcpRules),
  ...prowlerSets("github", githubRules),
];
const securityHub = setsOf("AWS Security Hub", securityHubRules);
const lynis = setsOf("Lynis", lynisRules);

/** Of a file that names checks of the library itself: our own export, and a CSV whose rules are their ids. */
function byCheckId(tool: string): RuleSet[] {
  // A check that only some frameworks ask for would decide a control for all of them.
  return allChecks
    .filter(({ onlyFor }) => onlyFor === undefined)
    .map(({ id }) =>
      ruleSet({ checkId: id, version: rulesVersion, tool, rules: [id], only: "what somebody says of it" }),
    );
}

/** Of a tool that reports only what it found: each family of its rules speaks for one check. */
function byFamily(ran: ReportFacts["ran"]): RuleSet[] {
  return rulesThatRan(ran).flatMap(({ tool, family, rules }) => {
    const decided = checkOfFamily(family);
    if (!decided) return [];
    const { check, aspects, only } = decided;
    const answered = partsAnswered(check, aspects);
    return ruleSet({
      checkId: check,
      version: rulesVersion,
      tool,
      rules: "every",
      family,
      ran: rules,
      aspects: answered,
      only,
    });
  });
}

/** What ran, once for each tool and family. Of several runs one that lists nothing leaves all of them in doubt. */
function rulesThatRan(ran: ReportFacts["ran"] = []) {
  const all = Map.groupBy(ran, ({ tool, family }) => JSON.stringify([tool.toLowerCase(), family]));
  return [...all.values()].map((own) => ({
    ...own[0]!,
    rules: own.some(({ rules }) => rules === 0) ? 0 : own.reduce((sum, { rules }) => sum + rules, 0),
  }));
}

/** What is known of a report before it is judged. */
interface ReportFacts {
  readonly format: ImportFormat;
  /** The report's own, several names joined by a comma. */
  readonly tool: string;
  readonly findings: number;
  readonly ran?: readonly { readonly tool: string; readonly family: string; readonly rules: number }[] | undefined;
}

/**
 * The rules that judge a report. Prowler names each of its checks (as tool `prowler` and the provider), Security Hub its
 * controls, and a benchmark its rules; of a SARIF report each family of a tool's rules speaks for one check. A bill of materials
 * lists what was found and not what was looked for: its open vulnerabilities fail dependencies, and it passes nothing.
 */
export function rulesOf({ format, tool, findings, ran }: ReportFacts): readonly RuleSet[] {
  switch (format) {
    case "prowler-ocsf":
      return prowler;
    case "asff":
      return securityHub;
    case "lynis":
      return lynis;
    case "xccdf":
      return rulesThatRan(ran).flatMap(({ tool: name, rules }) => [
        ...setsOf(name, scapSecurityGuideRules),
        // Each rule that was selected counts; what makes a run whole is the reader's to say (`xccdf/benchmark.ts`).
        ruleSet({
          checkId: "config.baseline",
          version: rulesVersion,
          tool: name,
          rules: "every",
          ran: rules,
          aspects: partsAnswered("config.baseline"),
        }),
      ]);
    case "oscal":
      return byCheckId("Exhibit");
    case "csv":
      return byCheckId(tool);
    case "spdx":
      return [];
    case "cyclonedx":
      return findings === 0
        ? []
        : [
            ruleSet({
              checkId: "vulns.dependencies",
              version: rulesVersion,
              tool,
              rules: "every",
              only: "what was found, and not what was looked for,",
            }),
          ];
    case "sarif":
      return byFamily(ran);
  }
}

/** The parts of checks that a report can pass, as "check/aspect", by the formats that can, each under its name. */
export function partsThatReportsPass(): Readonly<Record<string, readonly string[]>> {
  const byFormat = Object.entries(importFormats).map(([format, name]) => {
    const sets = rulesOf({ format: format as ImportFormat, tool: "any", findings: 1, ran: everyFamily });
    const passing = sets.filter(({ only }) => only === undefined);
    return [
      name,
      [...new Set(passing.flatMap(({ checkId, aspects }) => aspects.map((aspect) => `${checkId}/${aspect}`)))],
    ];
  });
  return Object.fromEntries(byFormat) as Record<string, string[]>;
}

/** Whose account a tool reads; undefined for a tool that reads anybody's. Null is what no connector knows. */
const accountsOf: Readonly<Record<string, ProviderKey | null>> = {
  "prowler aws": "aws",
  "prowler github": "github",
  "prowler azure": null,
  "prowler gcp": null,
  "aws security hub": "aws",
};

/** Whether a report that can be imported passes a part, "check/aspect", of such a system. */
export function reportPasses(part: string, provider: ProviderKey | null): boolean {
  return passedByTool.some(({ tool, parts }) => {
    const own = accountsOf[tool];
    return (own === undefined || own === provider) && parts.has(part);
  });
}

const everyFamily = Object.keys(families).map((family) => ({ tool: "any", family, rules: 1 }));
const passedByTool = Object.keys(importFormats)
  .flatMap((format) => rulesOf({ format: format as ImportFormat, tool: "any", findings: 1, ran: everyFamily }))
  .filter(({ only }) => only === undefined)
  .map(({ tool, checkId, aspects }) => ({ tool, parts: new Set(aspects.map((aspect) => `${checkId}/${aspect}`)) }));
