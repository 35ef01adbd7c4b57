import { describe, expect, test } from "vitest";
import { getCheck } from "#catalog/index.ts";
import { isPart, partsOf } from "#catalog/parts.ts";
import { readReport } from "#connectors/importers.ts";
import type { Finding } from "#domain/finding.ts";
import { judgeReport } from "#domain/verdict.ts";
import { awsRules } from "./prowler-aws.ts";
import { azureRules, gcpRules, githubRules } from "./prowler-elsewhere.ts";
import { rulesOf } from "./rule-sets.ts";
import { lynisRules, scapSecurityGuideRules } from "./scap-security-guide.ts";
import { securityHubRules } from "./security-hub.ts";

const finding = (tool: string, rule: string, outcome: Finding["outcome"] = "pass", more: object = {}): Finding => ({
  tool,
  rule,
  outcome,
  title: rule,
  suppressed: false,
  severity: "High",
  resource: "r",
  message: "",
  uid: rule,
  ...more,
});
type Facts = Parameters<typeof rulesOf>[0];
const judged = (facts: Omit<Facts, "findings">, findings: readonly Finding[]) => {
  const sets = rulesOf({ ...facts, findings: findings.length });
  return new Map(judgeReport(sets, findings).map(({ checkId, outcome }) => [checkId, outcome]));
};

const all = { awsRules, azureRules, gcpRules, githubRules, securityHubRules, scapSecurityGuideRules, lynisRules };
describe.each(Object.entries(all))("%s", (_, rules) => {
  test("serve checks of the library that servers or clouds can answer, each once and each rule once", () => {
    const served = rules.map(({ check, aspects = [] }) => `${check}/${aspects.join(",")}`);
    expect(served).toEqual([...new Set(served)]);
    for (const { check, rules: own, resourceRules = [] } of rules) {
      expect(getCheck(check).onlyFor).toBeUndefined();
      const every = [...own, ...resourceRules];
      expect(every.length).toBeGreaterThan(0);
      expect(every).toEqual([...new Set(every)]);
    }
  });

  test("G18: say which part of a check they answer, or what they read instead", () => {
    for (const { check, aspects = [] } of rules)
      for (const aspect of aspects) expect(isPart(`${check}/${aspect}`), `${check}/${aspect}`).toBe(true);
    // A set that says neither claims the check: that may be so only where the check has one part.
    const claimed = rules.filter(({ aspects = [], only }) => aspects.length === 0 && only === null);
    for (const { check } of claimed) expect(partsOf(check), check).toHaveLength(1);
  });
});

test("G18: of all rules, those about the age of access keys alone pass their check", () => {
  const whole = Object.entries(all).flatMap(([tool, rules]) =>
    rules
      .filter(({ check, aspects, only }) => only === null && (aspects?.length ?? 1) === partsOf(check).length)
      .map(({ check }) => `${tool} ${check}`),
  );
  expect(whole).toEqual(["awsRules auth.keys-rotated", "securityHubRules auth.keys-rotated"]);
});

describe("Security Hub", () => {
  const hub = { format: "asff", tool: "AWS Security Hub" } as const;
  const control = (id: string, outcome?: Finding["outcome"]) => finding("AWS Security Hub", id, outcome);

  test("names its controls as AWS does", () => {
    for (const { rules, resourceRules = [] } of securityHubRules)
      for (const id of [...rules, ...resourceRules]) expect(id).toMatch(/^[A-Z][A-Za-z0-9]+\.\d+$/);
  });

  test("fails a check by one control, and passes none of which something is missing", () => {
    expect(judged(hub, [control("S3.8", "fail")]).get("confidentiality.no-public-storage")).toBe("fail");
    expect(judged(hub, [control("IAM.4")]).get("auth.keys-rotated")).toBe("unknown");
    expect(judged(hub, [control("IAM.4"), control("IAM.3")]).get("auth.keys-rotated")).toBe("pass");
  });

  test("G2: says nothing of a check by silence, however much else it says", () => {
    const { rules, resourceRules = [] } = securityHubRules.find(({ check }) => check === "encryption.at-rest")!;
    const others = securityHubRules.flatMap((rule) => [...rule.rules, ...(rule.resourceRules ?? [])]);
    const without = others.filter((id) => !rules.includes(id) && !resourceRules.includes(id));
    expect(
      judged(
        hub,
        without.map((id) => control(id)),
      ).has("encryption.at-rest"),
    ).toBe(false);
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
  test("fails dependencies by its open vulnerabilities, and passes nothing by what it does not list", () => {
    expect(judged(bom, []).size).toBe(0);
    expect([...judged(bom, [finding("trivy", "CVE-1")])]).toEqual([["vulns.dependencies", "unknown"]]);
    expect([...judged(bom, [finding("trivy", "CVE-1"), finding("trivy", "CVE-2", "fail")])]).toEqual([
      ["vulns.dependencies", "fail"],
    ]);
    expect([...judged(bom, [finding("trivy", "CVE-1", "unknown")])]).toEqual([["vulns.dependencies", "unknown"]]);
  });

  test.each(["resolved", "resolved_with_pedigree", "false_positive", "not_affected"])(
    "G4: a VEX document that closes everything as %s is no scan and passes nothing",
    (state) => {
      const vulnerabilities = [
        { id: "CVE-1", ratings: [{ severity: "low" }], analysis: { state }, affects: [{ ref: "a" }] },
      ];
      for (const components of [undefined, [{ "bom-ref": "a", name: "a" }]]) {
        const read = readReport(
          JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", components, vulnerabilities }),
        );
        if (!read.ok) throw new Error(read.refusal.message);
        const { report } = read;
        const verdicts = judged({ format: "cyclonedx", tool: report.tool }, report.findings);
        expect([...verdicts]).toEqual([["vulns.dependencies", "unknown"]]);
      }
    },
  );

  test("G4: a CSAF or OpenVEX document is refused", () => {
    for (const file of [
      { document: { category: "csaf_vex" }, vulnerabilities: [] },
      { "@context": "https://openvex.dev/ns/v0.2.0", statements: [] },
    ])
      expect(readReport(JSON.stringify(file))).toMatchObject({ ok: false, refusal: { code: "not-recognised" } });
  });
});

describe("a CSV file", () => {
  const csv = { format: "csv", tool: "Host scan" } as const;
  test("fails the checks whose ids it names, but none that only some frameworks ask for", () => {
    const verdicts = judged(csv, [
      finding("Host scan", "auth.mfa-enforced"),
      finding("Host scan", "auth.mfa-enforced", "fail"),
      finding("Host scan", "network.web-protection", "fail"),
      finding("Host scan", "my own rule", "fail"),
    ]);
    expect([...verdicts]).toEqual([["auth.mfa-enforced", "fail"]]);
    expect(getCheck("network.web-protection").onlyFor).toBeDefined();
  });

  test("G18: passes none of them by its word", () => {
    expect([...judged(csv, [finding("Host scan", "auth.mfa-enforced")])]).toEqual([["auth.mfa-enforced", "unknown"]]);
    expect([...judged(csv, [finding("Host scan", "auth.mfa-enforced", "not applicable")])]).toEqual([
      ["auth.mfa-enforced", "unknown"],
    ]);
  });
});
