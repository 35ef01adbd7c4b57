import { describe, expect, test } from "vitest";
import { getCheck } from "#catalog/index.ts";
import type { Finding } from "#domain/finding.ts";
import { judgeReport } from "#domain/verdict.ts";
import { rulesOf } from "./rule-sets.ts";
import type { ReportFacts } from "./rule-sets.ts";
import { lynisRules, scapSecurityGuideRules } from "./scap-security-guide.ts";
import { securityHubRules, securityHubWholeScan } from "./security-hub.ts";

const finding = (tool: string, rule: string, outcome: Finding["outcome"] = "pass"): Finding => ({
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
const judged = (facts: Omit<ReportFacts, "findings">, findings: readonly Finding[]) => {
  const { sets, alwaysJudged } = rulesOf({ ...facts, findings: findings.length });
  return new Map(judgeReport(sets, findings, alwaysJudged).map(({ checkId, outcome }) => [checkId, outcome]));
};

describe.each(Object.entries({ securityHubRules, scapSecurityGuideRules, lynisRules }))("%s", (_, rules) => {
  test("serve checks of the library that servers or clouds can answer, each once and each rule once", () => {
    const checks = rules.map(({ check }) => check);
    expect(checks).toEqual([...new Set(checks)]);
    for (const { check, rules: own, resourceRules = [] } of rules) {
      expect(getCheck(check).sources).toContain("aws");
      expect(getCheck(check).onlyFor).toBeUndefined();
      const all = [...own, ...resourceRules];
      expect(all.length).toBeGreaterThan(0);
      expect(all).toEqual([...new Set(all)]);
    }
  });
});

describe("Security Hub", () => {
  const hub = { format: "asff", tool: "AWS Security Hub" } as const;
  const control = (id: string, outcome?: Finding["outcome"]) => finding("AWS Security Hub", id, outcome);
  const whole = securityHubWholeScan.map((id) => control(id));

  test("names its controls as AWS does, and the whole of an account by controls that are mapped or not", () => {
    for (const { rules, resourceRules = [] } of securityHubRules)
      for (const id of [...rules, ...resourceRules]) expect(id).toMatch(/^[A-Z][A-Za-z0-9]+\.\d+$/);
  });

  test("fails a check by one control, and passes none of which something is missing", () => {
    expect(judged(hub, [control("S3.8", "fail")]).get("confidentiality.no-public-storage")).toBe("fail");
    expect(judged(hub, [control("S3.8")]).get("confidentiality.no-public-storage")).toBe("unknown");
    expect(judged(hub, [...whole, control("S3.8")]).get("confidentiality.no-public-storage")).toBe("pass");
    expect(judged(hub, whole).get("encryption.certificates")).toBe("not applicable");
  });

  test("says nothing by a CIS number, an archived finding or another product", () => {
    const cis = "arn:aws:securityhub:::ruleset/cis-aws-foundations-benchmark/v/1.2.0/rule/1.13";
    expect(
      judged(hub, [control(cis, "fail"), control("IAM.9", "not looked at"), finding("GuardDuty", "IAM.9", "fail")])
        .size,
    ).toBe(0);
  });
});

describe("a bill of materials", () => {
  const bom = { format: "cyclonedx", tool: "trivy" } as const;
  test("decides dependencies by its vulnerabilities, and nothing where it lists none", () => {
    expect(judged(bom, []).size).toBe(0);
    expect([...judged(bom, [finding("trivy", "CVE-1")])]).toEqual([["vulns.dependencies", "pass"]]);
    expect([...judged(bom, [finding("trivy", "CVE-1"), finding("trivy", "CVE-2", "fail")])]).toEqual([
      ["vulns.dependencies", "fail"],
    ]);
    expect([...judged(bom, [finding("trivy", "CVE-1", "unknown")])]).toEqual([["vulns.dependencies", "unknown"]]);
  });
});

describe("a CSV file", () => {
  const csv = { format: "csv", tool: "Host scan" } as const;
  test("decides the checks whose ids it names, but none that only some frameworks ask for", () => {
    const verdicts = judged(csv, [
      finding("Host scan", "auth.mfa-enforced"),
      finding("Host scan", "auth.mfa-enforced", "fail"),
      finding("Host scan", "network.web-protection", "fail"),
      finding("Host scan", "my own rule", "fail"),
    ]);
    expect([...verdicts]).toEqual([["auth.mfa-enforced", "fail"]]);
    expect(getCheck("network.web-protection").onlyFor).toBeDefined();
  });
});
