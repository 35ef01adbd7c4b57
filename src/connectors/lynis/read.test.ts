import { expect, test } from "vitest";
import { rulesOf } from "#catalog/finding-rules/rule-sets.ts";
import { judgeReport } from "#domain/verdict.ts";
import { readReport } from "../importers.ts";
import { maxFindings } from "../report.ts";
import { lynis } from "./read.ts";

const report = (...lines: string[]) =>
  ["# Lynis Report", "report_version_major=1", "hostname=web-1", "lynis_version=3.1.1", ...lines, ""].join("\r\n");
const end = "report_datetime_end=2026-11-20 08:00:00";
const warning = "warning[]=PKGS-7392|Found one or more vulnerable packages.|-|-|";
const suggestion = "suggestion[]=BOOT-5264|Consider hardening system services|Run this = that|-|";

function read(...lines: string[]) {
  const result = readReport(report(...lines));
  if (!result.ok) throw new Error(result.refusal.message);
  return result.report;
}
const judged = (...lines: string[]) => {
  const sets = rulesOf({ format: "lynis", tool: "Lynis", findings: 1 });
  return judgeReport(sets, read(...lines).findings).map(({ checkId, outcome }) => [checkId, outcome]);
};

test("warnings fail, advice is noted, other tests are named as run or left out", () => {
  const result = read(warning, suggestion, "tests_executed=PKGS-7392|BOOT-5264|AUTH-1|", "tests_skipped=MALW-1|", end);
  expect(result).toMatchObject({
    scope: "web-1",
    toolVersion: "3.1.1",
    observedAt: new Date("2026-11-20T08:00:00Z"),
    read: 4,
  });
  expect(result.findings.map(({ rule, outcome, title }) => [rule, outcome, title])).toEqual([
    ["PKGS-7392", "fail", "Found one or more vulnerable packages."],
    ["BOOT-5264", "pass", "Consider hardening system services"],
    ["AUTH-1", "pass", "Nothing to report"],
    ["MALW-1", "not looked at", "Not run here"],
  ]);
});

test("G18: vulnerable packages of one server fail what asks for all, and their absence passes nothing", () => {
  expect(judged(warning, "tests_executed=PKGS-7392|", end)).toEqual([["vulns.patched", "fail"]]);
  expect(judged("tests_executed=PKGS-7392|", end)).toEqual([["vulns.patched", "unknown"]]);
  expect(judged("tests_executed=AUTH-1|", "tests_skipped=PKGS-7392|", end)).toEqual([]);
});

test.each([
  [report(warning), "This Lynis report has no end, so the run broke off. Run it again."],
  [report("no key and value", end), "This Lynis report cannot be read: “no key and value” is no key and value."],
])("a run that broke off, or a damaged line, refuses it whole (%#)", (text, message) => {
  expect(lynis.read([text])).toEqual({ ok: false, refusal: { code: "malformed", message } });
});

test("only a file that begins as Lynis begins one is taken for its report", () => {
  expect(lynis.recognises("# Lynis Report\n")).toBe(true);
  expect(lynis.recognises("\uFEFFreport_version_major=1\n")).toBe(true);
  expect(lynis.recognises("notes about # Lynis Report\n")).toBe(false);
  expect(lynis.recognises("key=1\nreport_version_major=1\n")).toBe(false);
});

test("a first line without a key refuses the file, and so does one with a space before it", () => {
  for (const text of [`nothing\n${end}\n`, `=value\n${end}\n`, ` key=value\n${end}\n`])
    expect(lynis.read([text]), text).toMatchObject({ ok: false, refusal: { code: "malformed" } });
});

test("a test that warned and is named as left out counts once, and names are read without the spaces around them", () => {
  const { findings } = read("warning[]= PKGS-7392 | Found some. |-|-|", "tests_skipped=PKGS-7392|", end);
  expect(findings.map(({ rule, title }) => [rule, title])).toEqual([["PKGS-7392", "Found some."]]);
});

test("as many results as one import may have are read, and one more refuses the file", () => {
  const of = (count: number) => `tests_executed=${Array.from({ length: count }, (_, at) => `T-${at}|`).join("")}`;
  expect(lynis.read([report(of(maxFindings), end)]).ok).toBe(true);
  expect(lynis.read([report(of(maxFindings + 1), end)])).toMatchObject({ ok: false });
});
