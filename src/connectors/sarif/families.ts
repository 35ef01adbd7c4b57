import type { SarifRule } from "./schema.ts";

/** What kind of rule a SARIF tool has. One tool may have several kinds, and each stands behind another check. */
export type RuleFamily = "secrets" | "dependencies" | "code" | "configuration" | "licenses";

interface ToolFamilies {
  /** Names as tools write them into SARIF, in lower case. */
  readonly names: readonly string[];
  /** The first is what the tool is for: what nothing tells apart counts there. */
  readonly families: readonly [RuleFamily, ...RuleFamily[]];
}

const tools: readonly ToolFamilies[] = [
  {
    names: [
      "gitleaks", "trufflehog", "detect-secrets", "ggshield", "gitguardian", "nosey parker", "noseyparker", "kingfisher",
      "talisman", "whispers", "secretlint",
    ],
    families: ["secrets"],
  },
  {
    names: [
      "grype", "osv-scanner", "govulncheck", "dependency-check", "npm-audit", "npm audit", "yarn audit", "pnpm audit",
      "pip-audit", "cargo-audit", "bundler-audit", "retire.js", "clair", "anchore", "docker scout", "safety", "nancy",
      "snyk open source", "snyk container", "xray", "black duck", "mend",
    ],
    families: ["dependencies"],
  },
  { names: ["trivy"], families: ["dependencies", "secrets", "configuration", "licenses"] },
  { names: ["checkov", "tfsec", "kics", "terrascan", "snyk iac", "hadolint", "actionlint", "zizmor"], families: ["configuration"] },
  {
    names: [
      "codeql", "semgrep", "semgrep oss", "semgrep pro", "opengrep", "bandit", "eslint", "snykcode", "snyk code", "gosec",
      "brakeman", "devskim", "njsscan", "flawfinder", "psalm", "phpstan", "pmd", "spotbugs", "staticcheck", "golangci-lint",
      "ruff", "pylint", "clippy", "cppcheck", "infer", "sonarqube", "oxlint", "security code scan", "dependency-cruiser",
    ],
    families: ["code"],
  },
]; // prettier-ignore

const byName = new Map(tools.flatMap(({ names, families }) => names.map((name) => [name, families] as const)));

/**
 * The families that a tool speaks for, by its name; undefined for a tool that is not listed. Only what is listed can pass
 * anything: what the rules of another tool are about, nobody here has looked at.
 */
export function familiesOf(tool: string): ToolFamilies["families"] | undefined {
  return byName.get(tool.toLowerCase());
}

/** Where the failures of a tool count that is not listed: they are not lost because nobody has heard of it. */
export function likelyFamily(tool: string): RuleFamily {
  if (/secret|leak|credential/i.test(tool)) return "secrets";
  return /trivy|snyk|osv|depend|audit|vuln|\bsca\b|package|container/i.test(tool) && !/code|iac/i.test(tool)
    ? "dependencies"
    : "code";
}

// What Trivy calls its kinds of rules (pkg/report/sarif.go), by `name` and by tag.
const kinds: Readonly<Record<string, RuleFamily>> = {
  ospackagevulnerability: "dependencies",
  languagespecificpackagevulnerability: "dependencies",
  othervulnerability: "dependencies",
  vulnerability: "dependencies",
  misconfiguration: "configuration",
  secret: "secrets",
  license: "licenses",
};

/**
 * The family of one rule of a tool with several: by what the rule says of itself, or by an id that only vulnerabilities
 * have. Undefined where nothing tells.
 */
export function familyOfRule(id: string, rule: SarifRule | undefined): RuleFamily | undefined {
  const named = kinds[rule?.name?.toLowerCase() ?? ""];
  if (named) return named;
  if (/^(?:CVE|GHSA|RUSTSEC|PYSEC)-/i.test(id)) return "dependencies";
  return rule?.properties?.tags?.map((tag) => kinds[tag.toLowerCase()]).find((family) => family !== undefined);
}
