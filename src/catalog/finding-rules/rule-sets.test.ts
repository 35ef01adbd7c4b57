import { describe, expect, test } from "vitest";
import { controlOfCheck, getCheck } from "#catalog/index.ts";
import { readReport } from "#connectors/importers.ts";
import { readTestText } from "#tests/support/test-data.ts";
import type { Finding } from "#domain/finding.ts";
import { judgeReport } from "#domain/verdict.ts";
import { awsRules, awsWholeScan } from "./prowler-aws.ts";
import { azureRules, gcpRules, githubRules } from "./prowler-elsewhere.ts";
import { rulesOf } from "./rule-sets.ts";
import { checkOfScanner } from "./scanners.ts";

const prowler = rulesOf({ format: "prowler-ocsf", tool: "Prowler", findings: 1 });
const providers = { aws: awsRules, azure: azureRules, gcp: gcpRules, github: githubRules };

describe("the rules of imported reports", () => {
  test("reach checks that the library has", () => {
    for (const set of prowler.sets) expect(getCheck(set.checkId).id).toBe(set.checkId);
    for (const tool of ["gitleaks", "Trivy", "ESLint"]) expect(getCheck(checkOfScanner(tool))).toBeDefined();
  });

  test.each(Object.entries(providers))("of %s serve checks that this source can answer", (provider, rules) => {
    for (const { check } of rules) expect(getCheck(check).sources).toContain(provider);
  });

  test.each(Object.entries(providers))("of %s are named once in each check, and each check once", (_, rules) => {
    const checks = rules.map(({ check }) => check);
    expect(checks).toEqual([...new Set(checks)]);
    for (const { rules: own, resourceRules = [] } of rules) {
      const all = [...own, ...resourceRules];
      expect(all.length).toBeGreaterThan(0);
      expect(all).toEqual([...new Set(all)]);
      for (const rule of all) expect(rule).toMatch(/^[a-z0-9]+(_[a-z0-9]+)+$/);
    }
  });

  test("never fail every company by a check that only some frameworks ask for", () => {
    for (const set of prowler.sets) expect(getCheck(set.checkId).onlyFor).toBeUndefined();
  });

  test("leave out of AWS only the checks that no Prowler rule decides", () => {
    const answered = new Set(awsRules.map(({ check }) => check));
    const open = ["accounts.leavers-disabled", "accounts.one-person-each", "privilege.admins-listed", "privilege.service-accounts",
      "review.removals-done", "inventory.cloud-tagged", "network.production-separate", "network.web-protection",
      "change.release-roles", "backup.separate-copy"]; // prettier-ignore
    const fromAws = [...new Set(prowler.sets.map((set) => controlOfCheck(set.checkId)))]
      .flatMap((control) => control.checks)
      .filter((check) => check.sources.includes("aws"))
      .map((check) => check.id);
    expect(fromAws.filter((check) => !answered.has(check) && !open.includes(check))).toEqual([]);
    expect(open.filter((check) => answered.has(check))).toEqual([]);
  });
});

describe("a Prowler report", () => {
  const finding = (rule: string, outcome: Finding["outcome"] = "pass", tool = "Prowler aws"): Finding => ({
    tool,
    rule,
    outcome,
    title: rule,
    suppressed: false,
    severity: "High",
    resource: "r",
    message: "",
    uid: rule,
  });
  const outcomes = (findings: readonly Finding[]) =>
    new Map(judgeReport(prowler.sets, findings).map((verdict) => [verdict.checkId, verdict.outcome]));
  const whole = awsWholeScan.map((rule) => finding(rule));

  test("of a few rules passes nothing that asks for more", () => {
    const few = outcomes([finding("iam_root_mfa_enabled"), finding("s3_bucket_public_access")]);
    expect([...few]).toEqual([
      ["auth.cloud-mfa", "unknown"],
      ["confidentiality.no-public-storage", "unknown"],
    ]);
  });

  test("of a whole account passes what it met, and says what does not apply", () => {
    const full = outcomes([
      ...whole,
      finding("iam_root_mfa_enabled"),
      finding("iam_user_mfa_enabled_console_access", "fail"),
    ]);
    expect(full.get("auth.cloud-mfa")).toBe("fail");
    expect(full.get("auth.keys-rotated")).toBe("pass");
    expect(full.get("monitoring.threat-detection")).toBe("pass");
    expect(full.get("confidentiality.data-stores-private")).toBe("not applicable");
    // Their rules are answered on every run, so this report did not ask them.
    expect(full.has("vulns.cloud-findings")).toBe(false);
    expect(full.get("backup.recent")).toBe("pass");
  });

  test("of one provider says nothing about the rules of another that share a name", () => {
    expect([...outcomes([...whole, finding("kms_key_rotation_enabled", "fail", "Prowler gcp")])].filter(([, outcome]) => outcome === "fail"))
      .toEqual([["encryption.key-rotation", "fail"]]); // prettier-ignore
    expect(outcomes([finding("kms_key_not_publicly_accessible", "pass", "Prowler gcp")]).size).toBe(0);
  });
});

test.each([
  ["gitleaks", "auth.no-secrets-in-code"],
  ["TruffleHog", "auth.no-secrets-in-code"],
  ["detect-secrets", "auth.no-secrets-in-code"],
  ["ggshield", "auth.no-secrets-in-code"],
  ["Trivy", "vulns.dependencies"],
  ["Grype", "vulns.dependencies"],
  ["Snyk Open Source", "vulns.dependencies"],
  ["Snyk Container", "vulns.dependencies"],
  ["osv-scanner", "vulns.dependencies"],
  ["npm-audit", "vulns.dependencies"],
  ["npm audit", "vulns.dependencies"],
  ["dependency-check", "vulns.dependencies"],
  ["govulncheck", "vulns.dependencies"],
  ["SnykCode", "code.static-analysis"],
  ["Snyk IaC", "code.static-analysis"],
  ["CodeQL", "code.static-analysis"],
  ["Semgrep OSS", "code.static-analysis"],
  ["ESLint", "code.static-analysis"],
  ["Bandit", "code.static-analysis"],
  ["Unnamed tool", "code.static-analysis"],
])("%s decides %s", (tool, check) => {
  expect(checkOfScanner(tool)).toBe(check);
  const { sets, alwaysJudged } = rulesOf({ format: "sarif", tool, findings: 0 });
  expect(judgeReport(sets, [], alwaysJudged)).toMatchObject([{ checkId: check, outcome: "pass" }]);
});

test("a SARIF file of several tools is judged tool by tool", () => {
  const { sets, alwaysJudged } = rulesOf({ format: "sarif", tool: "ESLint, gitleaks, CodeQL", findings: 1 });
  const leak: Finding = {
    tool: "gitleaks",
    rule: "aws-key",
    title: "AWS key",
    outcome: "fail",
    suppressed: false,
    severity: "High",
    resource: "a.ts:1",
    message: "",
    uid: "1",
  };
  expect(judgeReport(sets, [leak], alwaysJudged)).toMatchObject([
    { checkId: "code.static-analysis", outcome: "pass" },
    { checkId: "auth.no-secrets-in-code", outcome: "fail" },
  ]);
});

describe("reports of the tools themselves", () => {
  const judged = (file: string) => {
    const read = readReport(readTestText(`reports/${file}`));
    if (!read.ok) throw new Error(read.refusal.message);
    const { importer, report } = read;
    const rules = rulesOf({ format: importer.id, tool: report.tool, findings: report.read });
    const verdicts = judgeReport(rules.sets, report.findings, rules.alwaysJudged);
    const mapped = report.findings.filter(({ rule, tool }) => rules.sets.some((set) => set.matches(rule, tool)));
    return {
      mapped: mapped.length,
      verdicts: verdicts.map(({ checkId, outcome }) => [controlOfCheck(checkId).id, checkId, outcome]),
    };
  };

  test("Prowler's sample reaches a check with each of its five findings", () => {
    expect(judged("prowler-aws.ocsf.json")).toEqual({
      mapped: 5,
      verdicts: [
        ["XC-16", "config.baseline", "fail"],
        ["XC-20", "monitoring.alerts-delivered", "fail"],
      ],
    });
  });

  test("ESLint's sample fails static analysis", () => {
    expect(judged("eslint.sarif")).toEqual({
      mapped: 3,
      verdicts: [["XC-18", "code.static-analysis", "fail"]],
    });
  });
});
