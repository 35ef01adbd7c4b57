import { describe, expect, test } from "vitest";
import { controlOfCheck, getCheck } from "#catalog/index.ts";
import { readReport } from "#connectors/importers.ts";
import { readTestText } from "#tests/support/test-data.ts";
import type { Finding } from "#domain/finding.ts";
import { judgeCheck, judgeReport, partName, saysTooLittle } from "#domain/verdict.ts";
import { awsRules } from "./prowler-aws.ts";
import { azureRules, gcpRules, githubRules } from "./prowler-elsewhere.ts";
import { rulesOf } from "./rule-sets.ts";
import { checkOfFamily } from "./scanners.ts";

const prowler = rulesOf({ format: "prowler-ocsf", tool: "Prowler", findings: 1 });
const providers = { aws: awsRules, azure: azureRules, gcp: gcpRules, github: githubRules };

describe("the rules of imported reports", () => {
  test("reach checks that the library has", () => {
    for (const set of prowler) expect(getCheck(set.checkId).id).toBe(set.checkId);
    for (const family of ["secrets", "dependencies", "code", "configuration"])
      expect(getCheck(checkOfFamily(family)!.check)).toBeDefined();
    for (const family of ["licenses", "constructor", ""]) expect(checkOfFamily(family)).toBeUndefined();
  });

  test.each(Object.entries(providers))("of %s serve checks that this source can answer", (provider, rules) => {
    for (const { check } of rules) expect(getCheck(check).sources).toContain(provider);
  });

  test.each(Object.entries(providers))("of %s are named as Prowler names them", (_, rules) => {
    for (const { rules: own, resourceRules = [] } of rules)
      for (const rule of [...own, ...resourceRules]) expect(rule).toMatch(/^[a-z0-9]+(_[a-z0-9]+)+$/);
  });

  test("never fail every company by a check that only some frameworks ask for", () => {
    for (const set of prowler) expect(getCheck(set.checkId).onlyFor).toBeUndefined();
  });

  test("leave out of AWS only the checks that no Prowler rule decides", () => {
    const answered = new Set(awsRules.map(({ check }) => check));
    const open = ["accounts.leavers-disabled", "accounts.one-person-each", "privilege.admins-listed", "privilege.service-accounts",
      "review.removals-done", "inventory.cloud-tagged", "network.production-separate", "network.web-protection",
      "change.release-roles", "backup.separate-copy"]; // prettier-ignore
    const fromAws = [...new Set(prowler.map((set) => controlOfCheck(set.checkId)))]
      .flatMap((control) => control.checks)
      .filter((check) => check.sources.includes("aws"))
      .map((check) => check.id);
    expect(fromAws.filter((check) => !answered.has(check) && !open.includes(check))).toEqual([]);
    expect(open.filter((check) => answered.has(check))).toEqual([]);
  });
});

test("rules of less than a part say so and no more where each of them passes, whatever was read", () => {
  const narrowed = [...prowler, ...rulesOf({ format: "asff", tool: "AWS Security Hub", findings: 1 })].filter(
    ({ only, rules }) => only !== undefined && rules !== "every",
  );
  expect(narrowed.length).toBeGreaterThan(20);
  const found = {
    title: "T",
    outcome: "pass",
    suppressed: false,
    severity: "Low",
    resource: "r",
    message: "",
    uid: "1",
  } as const;
  for (const set of narrowed) {
    const findings = (set.rules as readonly string[]).map((rule): Finding => ({ ...found, tool: set.tool, rule }));
    const counting = findings.filter((finding) => set.matches(finding));
    expect([set.only, saysTooLittle(judgeCheck(set, counting))]).toEqual([set.only, true]);
  }
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
    new Map(judgeReport(prowler, findings).map((verdict) => [partName(verdict), verdict.outcome]));
  // All that it has rules for but those of one check, whatever a whole scan would show.
  const withoutCheck = (check: string) =>
    awsRules
      .filter((rule) => rule.check !== check)
      .flatMap(({ rules, resourceRules = [] }) => [...rules, ...resourceRules])
      .map((rule) => finding(rule));

  test("G18: of a few rules passes the part that they answer, and nothing that asks for more", () => {
    const few = outcomes([finding("iam_root_mfa_enabled"), finding("s3_bucket_public_access")]);
    expect([...few]).toEqual([
      ["auth.cloud-mfa/root", "pass"],
      ["confidentiality.no-public-storage", "unknown"],
    ]);
  });

  test("passes what each rule of a check answers for the account, and fails by any of them", () => {
    const keys = [finding("iam_rotate_access_key_90_days"), finding("iam_no_root_access_key")];
    expect([...outcomes(keys)]).toEqual([
      ["auth.keys-rotated/keys", "pass"],
      ["auth.keys-rotated/root", "pass"],
    ]);
    expect([...outcomes([...keys, finding("iam_no_root_access_key", "fail")])]).toEqual([
      ["auth.keys-rotated/keys", "fail"],
      ["auth.keys-rotated/root", "fail"],
    ]);
    expect(outcomes([finding("guardduty_is_enabled", "fail")]).get("monitoring.threat-detection/detectors")).toBe(
      "fail",
    );
  });

  test.each(awsRules.map(({ check }) => check))("G2: says nothing of %s by silence, whatever else it says", (check) => {
    expect([...outcomes(withoutCheck(check)).keys()].filter((name) => name.split("/")[0] === check)).toEqual([]);
  });

  test("G18: passes nothing by settings of the regions that it looked at, and of half of a check that half", () => {
    const everything = awsRules.flatMap(({ rules, resourceRules = [] }) => [...rules, ...resourceRules]);
    const passed = [...outcomes(everything.map((rule) => finding(rule)))].filter(([, outcome]) => outcome === "pass");
    expect(passed.map(([name]) => name)).toEqual([
      "auth.cloud-mfa/users",
      "auth.cloud-mfa/root",
      "auth.keys-rotated/keys",
      "auth.keys-rotated/root",
    ]);
  });

  test("of one provider says nothing about the rules of another that share a name", () => {
    expect([...outcomes([finding("kms_key_rotation_enabled", "fail", "Prowler gcp")])]).toEqual([
      ["encryption.key-rotation/keys", "fail"],
    ]);
    expect(outcomes([finding("kms_key_not_publicly_accessible", "pass", "Prowler gcp")]).size).toBe(0);
  });
});

describe("a report in SARIF", () => {
  const sarif = (name: string, rules: readonly object[], results: readonly object[] = []) => {
    const invocations = [{ executionSuccessful: true }];
    const file = { version: "2.1.0", runs: [{ tool: { driver: { name, rules } }, invocations, results }] };
    const read = readReport(JSON.stringify(file));
    if (!read.ok) throw new Error(read.refusal.message);
    const { report } = read;
    const sets = rulesOf({ format: "sarif", tool: report.tool, findings: report.read, ran: report.ran });
    return judgeReport(sets, report.findings, report.doubts).map(({ checkId, outcome }) => [checkId, outcome]);
  };
  const leak = { ruleId: "aws-key", message: { text: "A key" } };

  test("G1: of a secret scanner without levels fails by a leaked secret", () => {
    expect(sarif("gitleaks", [{ id: "aws-key" }, { id: "other" }], [leak])).toEqual([
      ["auth.no-secrets-in-code", "fail"],
    ]);
  });

  test.each([
    ["gitleaks", "auth.no-secrets-in-code"],
    ["TruffleHog", "auth.no-secrets-in-code"],
    ["detect-secrets", "auth.no-secrets-in-code"],
    ["ggshield", "auth.no-secrets-in-code"],
    ["our secret finder", "auth.no-secrets-in-code"],
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
    ["Checkov", "code.static-analysis"],
    ["CodeQL", "code.static-analysis"],
    ["Semgrep OSS", "code.static-analysis"],
    ["ESLint", "code.static-analysis"],
    ["Bandit", "code.static-analysis"],
    ["Unnamed tool", "code.static-analysis"],
  ])("G2: by %s passes nothing by being empty, and fails %s by a result", (tool, check) => {
    expect(sarif(tool, [])).toEqual([[check, "unknown"]]);
    expect(sarif(tool, [], [leak])).toEqual([[check, "fail"]]);
  });

  test("G2: of a configuration scan says nothing of dependencies or secrets", () => {
    const rule = (id: string) => ({ id, name: "Misconfiguration", properties: { tags: ["misconfiguration"] } });
    const found = sarif("Trivy", [rule("DS001"), rule("DS002")], [{ ruleId: "DS002", message: { text: "No user" } }]);
    expect(found).toEqual([["code.static-analysis", "fail"]]);
    expect(sarif("Trivy", [rule("DS001")])).toEqual([["code.static-analysis", "pass"]]);
  });

  test("passes static analysis by rules that ran, and no check that asks for every repository", () => {
    expect(sarif("CodeQL", [{ id: "js/eval" }])).toEqual([["code.static-analysis", "pass"]]);
    expect(sarif("gitleaks", [{ id: "aws-key" }])).toEqual([["auth.no-secrets-in-code", "unknown"]]);
    expect(sarif("Super Linter 3000", [{ id: "a" }])).toEqual([["code.static-analysis", "unknown"]]);
  });

  test("of several tools is judged tool by tool, and a tool that one run is silent about is in doubt", () => {
    const run = (name: string, rules: readonly object[], results: readonly object[] = []) => ({
      tool: { driver: { name, rules } },
      results,
    });
    const outcomes = (...runs: readonly object[]) => {
      const read = readReport(JSON.stringify({ version: "2.1.0", runs }));
      if (!read.ok) throw new Error(read.refusal.message);
      const { report } = read;
      const sets = rulesOf({ format: "sarif", tool: report.tool, findings: report.read, ran: report.ran });
      return judgeReport(sets, report.findings).map(({ checkId, outcome }) => [checkId, outcome]);
    };
    expect(outcomes(run("CodeQL", [{ id: "a" }]), run("gitleaks", [{ id: "b" }], [leak]))).toEqual([
      ["code.static-analysis", "pass"],
      ["auth.no-secrets-in-code", "fail"],
    ]);
    expect(outcomes(run("CodeQL", [{ id: "a" }]), run("codeql", []))).toEqual([["code.static-analysis", "unknown"]]);
  });
});

describe("reports of the tools themselves", () => {
  const judged = (file: string) => {
    const read = readReport(readTestText(`reports/${file}`));
    if (!read.ok) throw new Error(read.refusal.message);
    const { importer, report } = read;
    const sets = rulesOf({ format: importer.id, tool: report.tool, findings: report.read, ran: report.ran });
    const verdicts = judgeReport(sets, report.findings, report.doubts);
    const mapped = report.findings.filter((finding) => sets.some((set) => set.matches(finding)));
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
