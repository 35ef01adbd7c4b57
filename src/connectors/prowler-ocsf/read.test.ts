import { expect, test } from "vitest";
import { maxFindings } from "../report.ts";
import { prowlerOcsf } from "./read.ts";

// Fields as Prowler 5 writes them; only what a verdict needs and what must be ignored.
const finding = (more: object = {}) => ({
  class_uid: 2004,
  class_name: "Detection Finding",
  metadata: { event_code: "iam_root_mfa_enabled", version: "1.4.0", product: { name: "Prowler", version: "5.11.0" } },
  status_code: "FAIL",
  status_id: 1,
  status: "New",
  status_detail: "MFA is not enabled for root account.",
  message: "unused",
  severity: "Critical",
  time: 1_790_000_000,
  time_dt: "2026-09-21T16:53:20.913874",
  finding_info: { uid: "prowler-aws-1", title: "Root has MFA" },
  resources: [{ uid: "arn:aws:iam::123456789012:root", name: "root" }],
  cloud: { provider: "aws", account: { uid: "123456789012" } },
  unmapped: { provider: "aws", compliance: { "CIS-3.0": ["1.5"] } },
  ...more,
});

function read(json: unknown) {
  const result = prowlerOcsf.read(json);
  if (!result.ok) throw new Error(result.refusal.message);
  return result.report;
}

function refusal(json: unknown) {
  const result = prowlerOcsf.read(json);
  if (result.ok) throw new Error("It was read.");
  return result.refusal;
}

test("a finding is read with what it says and where", () => {
  expect(read([finding()])).toEqual({
    tool: "Prowler",
    doubts: [],
    toolVersion: "5.11.0",
    scope: "aws 123456789012",
    targetNamed: true,
    observedAt: new Date("2026-09-21T14:13:20Z"),
    read: 1,
    findings: [
      {
        tool: "Prowler aws",
        rule: "iam_root_mfa_enabled",
        title: "Root has MFA",
        outcome: "fail",
        suppressed: false,
        severity: "Critical",
        resource: "arn:aws:iam::123456789012:root",
        message: "MFA is not enabled for root account.",
        uid: "prowler-aws-1",
      },
    ],
  });
});

test.each([
  ["PASS", "pass"],
  ["FAIL", "fail"],
  ["fail", "fail"],
  ["MANUAL", "unknown"],
  ["ERROR", "unknown"],
  ["", "unknown"],
])("status code %j is %s", (code, outcome) => {
  expect(read([finding({ status_code: code })]).findings[0]!.outcome).toBe(outcome);
});

test.each([
  [{ status_id: 3, status: "Suppressed" }, true],
  [{ status_id: undefined, status: "Suppressed" }, true],
  [{ status_id: 3, status: undefined }, true],
  [{ status_id: 1, status: "New" }, false],
  [{ status_id: null, status: null }, false],
])("a muted finding (%j) keeps its outcome and is marked: %s", (status, suppressed) => {
  expect(read([finding(status)]).findings[0]).toMatchObject({ outcome: "fail", suppressed });
});

test("providers and accounts are kept apart, and the report is as old as its oldest finding", () => {
  const gcp = {
    cloud: { provider: "gcp", account: { uid: "p-1" } },
    unmapped: { provider: "gcp" },
    time: 1_780_000_000_000,
  };
  const report = read([finding(), finding(gcp), finding({ time: undefined, time_dt: undefined })]);
  expect(report.findings.map((finding) => finding.tool)).toEqual(["Prowler aws", "Prowler gcp", "Prowler aws"]);
  expect(report.scope).toBe("aws 123456789012, gcp p-1");
  expect(report.observedAt).toEqual(new Date(1_780_000_000_000));
});

test.each([
  [{ time: undefined, time_dt: "2026-09-21T16:53:20" }, "2026-09-21T16:53:20.000Z"],
  [{ time: undefined, time_dt: "2026-09-21T16:53:20+02:00" }, "2026-09-21T14:53:20.000Z"],
  [{ time: 12, time_dt: undefined }, undefined],
  [{ time: undefined, time_dt: "yesterday" }, undefined],
  [{ time: 9e15, time_dt: "9999-01-01T00:00:00Z" }, undefined],
])("the time of %j is %s", (times, instant) => {
  expect(read([finding(times)]).observedAt?.toISOString()).toBe(instant);
});

test("texts are bounded, plain and without what a database refuses", () => {
  const [first] = read([
    finding({
      status_detail: `a\u0000b\n\tc ${"x".repeat(9000)}`,
      severity: null,
      finding_info: {},
      resources: [{ uid: "\uD800" }],
    }),
  ]).findings;
  expect(first!.message).toMatch(/^a b c x+…$/);
  expect(first!.message).toHaveLength(2000);
  expect(first).toMatchObject({
    severity: "Unknown",
    title: "iam_root_mfa_enabled",
    uid: "finding 1",
    resource: "\uFFFD",
  });
});

test("a single finding, as one line of a stream, is a report of one", () => {
  expect(read(finding()).findings).toHaveLength(1);
});

test("one damaged finding refuses the whole file and is named", () => {
  const { metadata: _metadata, ...without } = finding();
  expect(refusal([finding(), without])).toEqual({
    code: "malformed",
    message: "Finding 2 of this Prowler report cannot be read: metadata is missing or wrong.",
  });
  expect(refusal([finding({ status_code: 5 })]).message).toContain(
    "Finding 1 of this Prowler report cannot be read: status_code",
  );
  expect(
    refusal([finding(), finding({ metadata: { event_code: "x", product: { name: "Other" } } })]).message,
  ).toContain("not written by Prowler");
  expect(refusal([]).message).toBe("This file holds no findings.");
});

test("more findings than one file may hold are refused, not cut", () => {
  const first = finding();
  expect(refusal(Array.from({ length: maxFindings + 1 }, () => first))).toEqual({
    code: "too-many-findings",
    message: "This file holds 200,001 findings. One file may hold 200,000; split the report.",
  });
});

test.each([
  [[finding()], true],
  [finding(), true],
  [[{ broken: true }, finding()], true],
  [[], false],
  [{}, false],
  [null, false],
  ["Prowler", false],
  [[finding({ metadata: { product: { name: "ScoutSuite" } } })], false],
  [{ version: "2.1.0", runs: [] }, false],
])("recognises its own format (case %#)", (json, expected) => {
  expect(prowlerOcsf.recognises(json)).toBe(expected);
});

test("a finding that lost its provider, or says another one, keeps the others from passing", () => {
  const doubts = (json: unknown) => {
    const result = prowlerOcsf.read(json);
    return result.ok ? result.report.doubts : undefined;
  };
  const sound = { cloud: { provider: "aws", account: { uid: "123456789012" } }, unmapped: { provider: "aws" } };
  const ones = (more: object) => doubts([finding(sound), finding({ ...sound, status_code: "FAIL", ...more })]);
  expect(ones({})).toEqual([]);
  const unclear = ["its findings do not all say the same provider"];
  expect(ones({ cloud: { account: { uid: "123456789012" } }, unmapped: {} })).toEqual(unclear);
  expect(ones({ unmapped: { provider: "azure" } })).toEqual(unclear);
});
