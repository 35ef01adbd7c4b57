import { describe, expect, test } from "vitest";
import { awsRules } from "#catalog/finding-rules/prowler-aws.ts";
import { providers } from "#catalog/providers.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import type { Scope } from "#domain/scope.ts";
import { passingReports } from "#tests/support/passing-reports.ts";
import { combineChecks } from "#judge/check-states.ts";
import { judgeFile } from "./judged-report.ts";
import type { JudgedReport } from "./judged-report.ts";

const at = new Date("2026-11-21T08:00:00Z");

test("no report speaks under the name of a connection, however its tool or mapping is called", () => {
  const columns = { rule: "Check", outcome: "Result" };
  const sourceOf = (name: string) => {
    const read = judgeFile(Buffer.from("Check,Result\nauth.mfa-enforced,OK\n"), at, {
      name,
      header: [],
      columns,
      words: { ok: "pass" },
    });
    expect(read).toMatchObject({
      ok: true,
      judged: { verdicts: [{ checkId: "auth.mfa-enforced", outcome: "unknown" }] },
    });
    return read.ok && read.judged.source;
  };
  for (const { name } of providers) expect(sourceOf(`${name} acme`)).toBe(`Report by ${name} acme`);
  expect(sourceOf(REGISTERS)).toBe(`Report by ${REGISTERS}`);
  expect(sourceOf("github acme")).toBe("Report by github acme");
  expect(sourceOf("Access review")).toBe("Access review");
  expect(sourceOf("GitHubber")).toBe("GitHubber");
});

describe("G18: an imported report", () => {
  const scope: Scope = {
    systems: [
      { id: "a", name: "Production", kinds: [], provider: "aws", sources: ["AWS 123456789012"] },
      { id: "b", name: "Sandbox", kinds: [], provider: "aws", sources: ["AWS 999999999999"] },
    ],
    decisions: [],
  };
  const prowlerOf = (rules: readonly string[], account = "123456789012") => {
    const [first] = passingReports["prowler-ocsf"];
    const findings = rules.map((rule) => ({
      ...first,
      metadata: { ...first.metadata, event_code: rule },
      finding_info: { uid: rule, title: rule },
      cloud: { provider: "aws", account: { uid: account } },
    }));
    const read = judgeFile(Buffer.from(JSON.stringify(findings)), at);
    if (!read.ok) throw new Error(read.message);
    return read.judged;
  };
  const ROOT = ["iam_root_mfa_enabled"];
  const USERS = awsRules
    .filter(({ check, aspects }) => check === "auth.cloud-mfa" && aspects?.includes("users"))
    .flatMap(({ rules, resourceRules = [] }) => [...rules, ...resourceRules]);

  test("G18: answers the parts that its rules answer, and no other part of the check", () => {
    const answered = (rules: readonly string[]) =>
      prowlerOf(rules).verdicts.map(({ checkId, aspect, outcome }) => [checkId, aspect, outcome]);
    expect(answered(ROOT)).toEqual([["auth.cloud-mfa", "root", "pass"]]);
    expect(answered(USERS)).toEqual([["auth.cloud-mfa", "users", "pass"]]);
    expect(answered([...ROOT, ...USERS])).toHaveLength(2);
    // What says less than a part names none, and passes nothing.
    expect(answered(["s3_bucket_public_access"])).toEqual([["confidentiality.no-public-storage", "", "unknown"]]);
  });

  test("G18: passes a check only by all its parts, on every account", () => {
    const outcome = (...reports: JudgedReport[]) => {
      const results = reports.flatMap(({ source, observedAt, verdicts }) =>
        verdicts.map((verdict) => ({ ...verdict, source, observedAt, number: 1, evidenceId: "e" })),
      );
      return combineChecks(results, scope, at).find(({ checkId }) => checkId === "auth.cloud-mfa")!.outcome;
    };
    const all = [...ROOT, ...USERS];
    expect(outcome(prowlerOf(ROOT), prowlerOf(ROOT, "999999999999"))).toBe("unknown");
    expect(outcome(prowlerOf(all))).toBe("unknown");
    expect(outcome(prowlerOf(all), prowlerOf(all, "111111111111"))).toBe("unknown");
    expect(outcome(prowlerOf(all), prowlerOf(all, "999999999999"))).toBe("pass");
  });
});
