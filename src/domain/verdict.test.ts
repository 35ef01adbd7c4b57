import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding, FindingOutcome } from "./finding.ts";
import { findingsWithoutCheck, ruleSet } from "./rule-set.ts";
import { judgeCheck, judgeReport } from "./verdict.ts";

function finding(rule: string, outcome: FindingOutcome, more: Partial<Finding> = {}): Finding {
  const base = {
    tool: "Tool",
    title: `About ${rule}`,
    suppressed: false,
    severity: "Medium",
    resource: "r",
    message: "",
    uid: "u",
  };
  return { ...base, rule, outcome, ...more };
}

const muted = { suppressed: true };
const given = { checkId: "check.one", version: 3, tool: "Tool" };
const named = ruleSet({ ...given, rules: ["a", "b"] });
const byResource = ruleSet({ ...given, rules: [], resourceRules: ["disk", "table"], wholeScan: ["whole"] });
const whole = finding("whole", "fail");
const scanner = ruleSet({ ...given, rules: "every" });

describe("a check of named rules", () => {
  test.each<[string, Finding[], string, string]>([
    [
      "passes when every rule was reported and passed",
      [finding("a", "pass"), finding("b", "pass")],
      "pass",
      "All 2 results pass.",
    ],
    [
      "fails with one failing result, and says which of how many",
      [finding("a", "pass"), finding("b", "pass"), finding("b", "fail", { message: "MFA is off for ana." })],
      "fail",
      "MFA is off for ana (rule b). 1 of 3 results failed.",
    ],
    [
      "names the gravest failure",
      [finding("a", "fail", { severity: "Low" }), finding("b", "fail", { severity: "Critical" })],
      "fail",
      "About b (rule b). 2 of 2 results failed.",
    ],
    [
      "is unknown when the tool leaves a result to a person",
      [finding("a", "pass"), finding("b", "unknown")],
      "unknown",
      "Not decided: 1 of 2 results must be looked at by a person (b).",
    ],
    [
      "is unknown when a rule was not reported",
      [finding("a", "pass")],
      "unknown",
      "Not decided: nothing was reported for b.",
    ],
    ["is unknown when nothing was reported", [], "unknown", "Not decided: nothing was reported for a, b."],
    ["fails although a rule is missing", [finding("a", "fail")], "fail", "About a (rule a). 1 of 1 result failed."],
    [
      "fails although another result is undecided",
      [finding("a", "fail"), finding("b", "unknown")],
      "fail",
      "About a (rule a). 1 of 2 results failed.",
    ],
    [
      "leaves suppressed results out and counts them",
      [finding("a", "pass"), finding("b", "pass"), finding("b", "fail", muted)],
      "pass",
      "All 2 results pass (1 more suppressed in the tool).",
    ],
    [
      "does not pass by suppressing everything",
      [finding("a", "fail", muted), finding("b", "fail", muted)],
      "unknown",
      "Not decided: all of 2 results were suppressed in the tool.",
    ],
    [
      "does not count what another tool says",
      [finding("a", "pass"), finding("b", "pass", { tool: "Other" })],
      "unknown",
      "Not decided: nothing was reported for b.",
    ],
  ])("%s", (_, findings, outcome, reason) => {
    expect(judgeCheck(named, findings)).toEqual({ checkId: "check.one", version: 3, outcome, reason });
  });
});

describe("a check of rules that speak only where a resource exists", () => {
  test.each<[string, Finding[], string, string]>([
    [
      "passes on a whole scan that met some of them",
      [whole, finding("disk", "pass")],
      "pass",
      "The 1 result passes, and 1 more rule met nothing to look at.",
    ],
    [
      "does not apply on a whole scan that met none",
      [whole],
      "not applicable",
      "The scan covered everything and met nothing of this kind.",
    ],
    [
      "is unknown when part of it is silent and the scan was not whole",
      [finding("disk", "pass")],
      "unknown",
      "Not decided: nothing was reported for table.",
    ],
    [
      "is unknown when everything is silent and the scan was not whole",
      [],
      "unknown",
      "Not decided: nothing was reported for disk, table.",
    ],
    [
      "fails on one of them, whole scan or not",
      [finding("disk", "fail")],
      "fail",
      "About disk (rule disk). 1 of 1 result failed.",
    ],
  ])("%s", (_, findings, outcome, reason) => {
    expect(judgeCheck(byResource, findings)).toEqual({ checkId: "check.one", version: 3, outcome, reason });
  });
});

describe("a check that a scanner decides as a whole", () => {
  const broken = finding("run-completed", "unknown", { message: "The tool says that its run was not successful." });
  test.each<[string, Finding[], boolean, string, string]>([
    ["passes by a finished scan without results", [], true, "pass", "The scan finished with no open results."],
    [
      "passes with warnings only",
      [finding("w", "pass")],
      true,
      "pass",
      "The scan finished, and its 1 result does not fail.",
    ],
    [
      "counts suppressed results",
      [finding("e", "fail", muted)],
      true,
      "pass",
      "The scan finished with no open results (1 more suppressed in the tool).",
    ],
    ["fails by one error", [finding("e", "fail")], true, "fail", "About e (rule e). 1 of 1 result failed."],
    [
      "is unknown when the scan broke off",
      [finding("w", "pass"), broken],
      true,
      "unknown",
      "Not decided: run-completed: The tool says that its run was not successful.",
    ],
    [
      "fails when the scan broke off after an error",
      [finding("e", "fail"), broken],
      true,
      "fail",
      "About e (rule e). 1 of 2 results failed.",
    ],
    [
      "is unknown in silence when nothing says that the scan finished",
      [],
      false,
      "unknown",
      "Not decided: nothing says that the scan finished.",
    ],
  ])("%s", (_, findings, finished, outcome, reason) => {
    expect(judgeCheck(scanner, findings, finished)).toEqual({ checkId: "check.one", version: 3, outcome, reason });
  });
});

describe("a report", () => {
  const other = ruleSet({ checkId: "check.two", version: 1, tool: "Tool", rules: ["c"] });
  const alsoOne = ruleSet({ ...given, rules: ["d"] });

  test("is judged for the checks it speaks of, in the order of the rule sets", () => {
    const verdicts = judgeReport([named, other], [finding("c", "pass"), finding("b", "pass"), finding("a", "pass")]);
    expect(verdicts.map(({ checkId, outcome }) => [checkId, outcome])).toEqual([
      ["check.one", "pass"],
      ["check.two", "pass"],
    ]);
    expect(judgeReport([named, other], [finding("c", "pass")]).map((verdict) => verdict.checkId)).toEqual([
      "check.two",
    ]);
    expect(judgeReport([named, other], [])).toEqual([]);
  });

  test("without a word passes only the checks whose tool finished in silence", () => {
    expect(judgeReport([scanner, other], [], ["check.one"]).map(({ checkId, outcome }) => [checkId, outcome])).toEqual([
      ["check.one", "pass"],
    ]);
  });

  test("says that a check does not apply when a whole scan met nothing of its kind", () => {
    expect(judgeReport([byResource], [whole]).map((verdict) => verdict.outcome)).toEqual(["not applicable"]);
  });

  test("gives a check the worst of its rule sets", () => {
    const passes = [finding("a", "pass"), finding("b", "pass")];
    expect(judgeReport([named, alsoOne], [...passes, finding("d", "unknown")])[0]!.outcome).toBe("unknown");
    expect(judgeReport([alsoOne, named], [...passes, finding("d", "fail")])[0]!.outcome).toBe("fail");
    expect(judgeReport([alsoOne, named], [...passes, finding("d", "pass")])).toHaveLength(1);
  });

  test("keeps the findings that no check knows, and says which they are", () => {
    const unknown = [finding("z", "fail"), finding("a", "fail", { tool: "Other" })];
    expect(findingsWithoutCheck([named, other], [finding("a", "pass"), ...unknown])).toEqual(unknown);
  });
});

describe("whatever a report says", () => {
  const anyFinding = fc.record({
    tool: fc.constantFrom("Tool", "tool", "Other"),
    rule: fc.constantFrom("a", "b", "disk", "table", "whole", "z"),
    title: fc.constant("T"),
    outcome: fc.constantFrom<FindingOutcome>("pass", "fail", "unknown"),
    suppressed: fc.boolean(),
    severity: fc.constantFrom("Critical", "Low", "odd"),
    resource: fc.constantFrom("r1", "r2"),
    message: fc.constantFrom("", "It is off."),
    uid: fc.constantFrom("1", "2"),
  });
  const findings = fc.array(anyFinding, { maxLength: 12 });
  const set = fc.constantFrom(named, byResource, scanner);
  const counts = (all: Finding[], rules: typeof named) =>
    all.filter((one) => !one.suppressed && rules.matches(one.rule, one.tool));

  test("an undecided result never lets a check pass", () => {
    fc.assert(
      fc.property(set, findings, fc.boolean(), (rules, all, finished) => {
        if (!counts(all, rules).some((one) => one.outcome === "unknown")) return;
        expect(["fail", "unknown"]).toContain(judgeCheck(rules, all, finished).outcome);
      }),
    );
  });

  test("another failing result fails the check", () => {
    fc.assert(
      fc.property(set, findings, anyFinding, (rules, all, one) => {
        const failing = {
          ...one,
          tool: "Tool",
          rule: rules === byResource ? "disk" : "a",
          outcome: "fail" as const,
          suppressed: false,
        };
        expect(judgeCheck(rules, [...all, failing], true).outcome).toBe("fail");
      }),
    );
  });

  test("a check of named rules passes only when each was reported", () => {
    fc.assert(
      fc.property(findings, (all) => {
        if (judgeCheck(named, all).outcome !== "pass") return;
        const rules = new Set(all.filter((one) => one.tool.toLowerCase() === "tool").map((one) => one.rule));
        expect(rules.has("a") && rules.has("b")).toBe(true);
      }),
    );
  });

  test("the order of its findings changes nothing", () => {
    const shuffled = findings.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(set, shuffled, (rules, [all, mixed]) => {
        expect(judgeCheck(rules, mixed, true)).toEqual(judgeCheck(rules, all, true));
        const sets = [named, byResource, scanner];
        expect(judgeReport(sets, mixed, ["check.one"])).toEqual(judgeReport(sets, all, ["check.one"]));
      }),
    );
  });

  test("a report is judged as its checks are one by one", () => {
    fc.assert(
      fc.property(set, findings, fc.boolean(), (rules, all, finished) => {
        const verdicts = judgeReport([rules], all, finished ? [rules.checkId] : []);
        expect([[], [judgeCheck(rules, all, finished)]]).toContainEqual(verdicts);
      }),
    );
  });
});
