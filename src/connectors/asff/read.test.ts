import { describe, expect, test } from "vitest";
import { readReport } from "../importers.ts";
import { asff } from "./read.ts";

const finding = (more: Record<string, unknown> = {}) => ({
  SchemaVersion: "2018-10-08",
  Id: "arn:aws:securityhub:eu-west-1:123456789012:security-control/IAM.9/finding/1",
  ProductArn: "arn:aws:securityhub:eu-west-1::product/aws/securityhub",
  GeneratorId: "security-control/IAM.9",
  AwsAccountId: "123456789012",
  Title: "MFA should be enabled for the root user",
  Description: "This control checks whether the root user has MFA.",
  UpdatedAt: "2026-11-20T08:00:00.000Z",
  Severity: { Label: "CRITICAL" },
  Compliance: { Status: "FAILED", SecurityControlId: "IAM.9" },
  Workflow: { Status: "NEW" },
  RecordState: "ACTIVE",
  Resources: [{ Type: "AwsAccount", Id: "AWS::::Account:123456789012" }],
  ...more,
});

const aFinding = (more: Record<string, unknown> = {}) => {
  const result = asff.read({ Findings: [finding(more)] });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.report.findings[0]!;
};

describe("a finding of Security Hub", () => {
  test("is read with its control, account, resource and severity", () => {
    expect(aFinding()).toEqual({
      tool: "AWS Security Hub",
      rule: "IAM.9",
      title: "MFA should be enabled for the root user",
      outcome: "fail",
      suppressed: false,
      severity: "Critical",
      resource: "AWS::::Account:123456789012",
      message: "This control checks whether the root user has MFA.",
      uid: "arn:aws:securityhub:eu-west-1:123456789012:security-control/IAM.9/finding/1",
    });
  });

  test.each([
    [{ Compliance: { Status: "PASSED" } }, "pass"],
    [{ Compliance: { Status: "WARNING" } }, "unknown"],
    [{ Compliance: { Status: "NOT_AVAILABLE" } }, "unknown"],
    [{ Compliance: { Status: "SOMETHING_NEW" } }, "unknown"],
    [{ Compliance: undefined }, "fail"],
    [{ Compliance: undefined, Severity: { Label: "INFORMATIONAL" } }, "unknown"],
    [{ Compliance: { Status: "PASSED" }, RecordState: undefined }, "unknown"],
    [{ Compliance: { Status: "PASSED" }, RecordState: "ASLEEP" }, "unknown"],
    [{ Compliance: { Status: "PASSED" }, Workflow: { Status: "LOST" } }, "unknown"],
    [{ Compliance: { Status: "PASSED" }, Workflow: { Status: "RESOLVED" } }, "pass"],
    [{ RecordState: "ARCHIVED" }, "not looked at"],
    [{ Workflow: { Status: "RESOLVED" } }, "fail"],
  ])("says what its status says (%j)", (more, outcome) => {
    expect(aFinding(more).outcome).toBe(outcome);
  });

  test.each([
    [{}, []],
    [{ ProductArn: undefined }, ["a finding does not say which product it is of"]],
    [
      { ProductArn: "arn:aws:securityhub:eu-west-1::product/aws/hub" },
      ["a finding does not say which product it is of"],
    ],
    [{ Compliance: { Status: "FAILED" }, GeneratorId: "IAM" }, ["a finding does not say which control it is of"]],
    [{ Compliance: { Status: "FAILED", SecurityControlId: "IAM" } }, ["a finding does not say which control it is of"]],
    [{ ProductArn: undefined, RecordState: "ARCHIVED" }, []],
  ])("that lost what it is of keeps the others from passing (%j)", (more, doubts) => {
    const result = asff.read({ Findings: [finding(), finding(more)] });
    expect(result.ok && result.report.doubts).toEqual(doubts);
  });

  test("is set aside where somebody suppressed it", () => {
    expect(aFinding({ Workflow: { Status: "SUPPRESSED" } })).toMatchObject({ outcome: "fail", suppressed: true });
  });

  test.each([
    ["security-control/S3.8", undefined, "S3.8"],
    ["aws-foundational-security-best-practices/v/1.0.0/EC2.13", undefined, "EC2.13"],
    ["arn:aws:securityhub:::ruleset/cis-aws-foundations-benchmark/v/1.2.0/rule/1.13", { ControlId: "1.13" },
      "arn:aws:securityhub:::ruleset/cis-aws-foundations-benchmark/v/1.2.0/rule/1.13"],
  ])("is known by its control's id, never by a number of CIS (%s)", (GeneratorId, ProductFields, rule) => {
    expect(aFinding({ GeneratorId, ProductFields, Compliance: { Status: "FAILED" } }).rule).toBe(rule);
  }); // prettier-ignore

  test("of another product keeps its name, so that no control is decided by it", () => {
    expect(
      aFinding({ ProductArn: "arn:aws:securityhub:eu-west-1::product/aws/inspector", ProductName: "Inspector" }).tool,
    ).toBe("Inspector");
  });
});

describe("a file", () => {
  test("may be what get-findings prints, several of those, a list, one a line, or one", () => {
    const text = JSON.stringify(finding());
    for (const file of [`{"Findings":[${text}]}`, `[${text}]`, text, `[{"Findings":[${text}]}]`, `\uFEFF${text}\r\n`])
      expect(readReport(file), file.slice(0, 20)).toMatchObject({
        ok: true,
        importer: { id: "asff" },
        report: { read: 1 },
      });
    expect(readReport(`${text}\n${text}\n`)).toMatchObject({ ok: true, report: { read: 2 } });
  });

  test("is of the accounts it names, and as old as its oldest finding", () => {
    const result = asff.read([finding(), finding({ AwsAccountId: "210987654321", UpdatedAt: "2026-11-01T00:00:00Z" })]);
    expect(result).toMatchObject({
      report: { scope: "123456789012, 210987654321", observedAt: new Date("2026-11-01T00:00:00Z") },
    });
  });

  test("with one broken finding is refused whole, with its place", () => {
    expect(asff.read([finding(), { ...finding(), Id: 7 }])).toMatchObject({
      ok: false,
      refusal: { message: "Finding 2 of this Security Hub file cannot be read: Id is missing or wrong." },
    });
  });
});
