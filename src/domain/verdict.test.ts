import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding, FindingOutcome } from "./finding.ts";
import { findingsWithoutCheck, ruleSet } from "./rule-set.ts";
import { judgeCheck, judgeReport, saysTooLittle } from "./verdict.ts";

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
const given = { checkId: "check.one", version: 3, tool: "Tool", aspects: ["root"] };
const named = ruleSet({ ...given, rules: ["a", "b"] });
const scanner = ruleSet({ ...given, rules: "every", ran: 12 });
const silent = ruleSet({ ...given, rules: "every", ran: 0 });
const family = ruleSet({ ...given, rules: "every", ran: 2, family: "secrets" });
const narrow = ruleSet({ ...given, rules: ["a", "b"], only: "one setting" });
const less = ruleSet({ ...given, rules: ["a", "b"], aspects: [] });
const users = ruleSet({ ...given, rules: ["c"], aspects: ["users"] });

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
      "Not decided: all results of a, b were suppressed in the tool.",
    ],
    [
      "does not pass by a rule of which all was suppressed",
      [finding("a", "pass"), finding("b", "fail", muted)],
      "unknown",
      "Not decided: all results of b were suppressed in the tool.",
    ],
    [
      "does not apply where the tool says so of each rule",
      [finding("a", "not applicable"), finding("b", "not applicable")],
      "not applicable",
      "The tool says that it does not apply.",
    ],
    [
      "does not count a rule that was not looked at",
      [finding("a", "pass"), finding("b", "not looked at")],
      "unknown",
      "Not decided: nothing was reported for b.",
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

describe("G18: rules that say less than their check", () => {
  const passing = [finding("a", "pass"), finding("b", "pass")];
  const nothing = [finding("a", "not applicable"), finding("b", "not applicable")];
  test("pass no check, and say what was read", () => {
    expect(judgeCheck(narrow, passing)).toMatchObject({
      outcome: "unknown",
      reason: "Not decided: only one setting was read.",
    });
    expect(judgeCheck(less, passing)).toMatchObject({
      outcome: "unknown",
      reason: "Not decided: less than a part of it was read.",
    });
    expect(judgeReport([less], passing)).toMatchObject([{ aspect: "", outcome: "unknown" }]);
    for (const set of [narrow, less]) expect(judgeCheck(set, nothing).outcome).toBe("unknown");
  });

  test("are told apart from every other doubt, and from a failure", () => {
    const saysSo = (...given: Parameters<typeof judgeCheck>) => saysTooLittle(judgeCheck(...given));
    expect([saysSo(narrow, passing), saysSo(narrow, nothing)]).toEqual([true, true]);
    expect([
      saysSo(narrow, [finding("a", "pass"), finding("b", "fail")]),
      saysSo(narrow, [finding("a", "pass")]),
      saysSo(narrow, [finding("a", "pass"), finding("b", "unknown")]),
      saysSo(narrow, [finding("a", "pass"), { ...finding("b", "fail"), suppressed: true }]),
      saysSo(narrow, passing, ["it broke off"]),
      saysSo(less, passing),
      saysSo(named, passing),
    ]).toEqual([false, false, false, false, false, false, false]);
  });
  test("fail it all the same", () => {
    for (const set of [narrow, less]) expect(judgeCheck(set, [finding("a", "fail")]).outcome).toBe("fail");
  });
  test("answer their own parts, and no other part of the check", () => {
    const said = (findings: Finding[]) =>
      judgeReport([named, users], findings).map(({ checkId, aspect, outcome }) => [checkId, aspect, outcome]);
    expect(said(passing)).toEqual([["check.one", "root", "pass"]]);
    expect(said([...passing, finding("c", "fail")])).toEqual([
      ["check.one", "root", "pass"],
      ["check.one", "users", "fail"],
    ]);
  });
});

describe("a check that a scanner decides as a whole", () => {
  test.each<[string, typeof scanner, Finding[], readonly string[], string, string]>([
    ["passes by rules that ran and found nothing", scanner, [], [], "pass", "12 rules ran and found nothing open."],
    ["passes with results that do not fail", scanner, [finding("w", "pass")], [], "pass", "12 rules ran, and the 1 result does not fail."],
    ["counts suppressed results", scanner, [finding("e", "fail", muted)], [], "pass", "12 rules ran and found nothing open (1 more suppressed in the tool)."],
    ["fails by one error", scanner, [finding("e", "fail")], [], "fail", "About e (rule e). 1 of 1 result failed."],
    ["is unknown when the scan broke off", scanner, [finding("w", "pass")], ["The run met an error"], "unknown", "Not decided: The run met an error."],
    ["fails when the scan broke off after an error", scanner, [finding("e", "fail")], ["The run met an error"], "fail", "About e (rule e). 1 of 1 result failed."],
    ["is unknown by an open question", scanner, [finding("w", "unknown")], [], "unknown", "Not decided: w: About w."],
    ["G2: is unknown in silence when nothing says what ran", silent, [], [], "unknown", "Not decided: the report does not list the rules that ran."],
    ["G2: is unknown by results alone when nothing says what ran", silent, [finding("w", "pass")], [], "unknown", "Not decided: the report does not list the rules that ran."],
    ["G2: does not count what another family found", family, [finding("w", "fail", { family: "code" })], [], "pass", "2 rules ran and found nothing open."],
    ["fails by what its family found", family, [finding("w", "fail", { family: "secrets" })], [], "fail", "About w (rule w). 1 of 1 result failed."],
  ])("%s", (_, set, findings, doubts, outcome, reason) => {
    expect(judgeCheck(set, findings, doubts)).toEqual({ checkId: "check.one", version: 3, outcome, reason });
  }); // prettier-ignore
});

describe("a report", () => {
  const other = ruleSet({ checkId: "check.two", version: 1, tool: "Tool", rules: ["c"], aspects: ["keys"] });
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

  test("without a word passes only the checks whose rules it lists as run", () => {
    expect(judgeReport([scanner, other], []).map(({ checkId, outcome }) => [checkId, outcome])).toEqual([
      ["check.one", "pass"],
    ]);
    expect(judgeReport([silent, other], [])).toMatchObject([{ checkId: "check.one", outcome: "unknown" }]);
  });

  test("passes nothing where it is in doubt", () => {
    const passes = [finding("a", "pass"), finding("b", "pass"), finding("c", "not applicable")];
    expect(judgeReport([named, other], passes, ["it broke off"]).map(({ outcome }) => outcome)).toEqual([
      "unknown",
      "unknown",
    ]);
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
    rule: fc.constantFrom("a", "b", "z"),
    title: fc.constant("T"),
    outcome: fc.constantFrom<FindingOutcome>("pass", "fail", "unknown"),
    suppressed: fc.boolean(),
    severity: fc.constantFrom("Critical", "Low", "odd"),
    resource: fc.constantFrom("r1", "r2"),
    message: fc.constantFrom("", "It is off."),
    uid: fc.constantFrom("1", "2"),
    family: fc.constantFrom("secrets", "code"),
  });
  const doubt = fc.constantFrom<readonly string[]>([], ["it broke off"]);
  const findings = fc.array(anyFinding, { maxLength: 12 });
  const set = fc.constantFrom(named, narrow, less, scanner, silent, family);
  const counts = (all: Finding[], rules: typeof named) => all.filter((item) => !item.suppressed && rules.matches(item));

  test("an undecided result or a doubt never lets a check pass", () => {
    fc.assert(
      fc.property(set, findings, doubt, (rules, all, doubts) => {
        if (doubts.length === 0 && !counts(all, rules).some((count) => count.outcome === "unknown")) return;
        expect(["fail", "unknown"]).toContain(judgeCheck(rules, all, doubts).outcome);
      }),
    );
  });

  test("another failing result fails the check", () => {
    fc.assert(
      fc.property(set, findings, anyFinding, (rules, all, item) => {
        const failing = {
          ...item,
          tool: "Tool",
          rule: "a",
          family: "secrets",
          outcome: "fail" as const,
          suppressed: false,
        };
        expect(judgeCheck(rules, [...all, failing]).outcome).toBe("fail");
      }),
    );
  });

  test("a check of named rules passes only when each was reported", () => {
    fc.assert(
      fc.property(findings, (all) => {
        if (judgeCheck(named, all).outcome !== "pass") return;
        const rules = new Set(all.filter((item) => item.tool.toLowerCase() === "tool").map((item) => item.rule));
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
        expect(judgeCheck(rules, mixed)).toEqual(judgeCheck(rules, all));
        const sets = [named, narrow, scanner, family];
        expect(judgeReport(sets, mixed)).toEqual(judgeReport(sets, all));
      }),
    );
  });

  test("a report is judged as its checks are one by one", () => {
    fc.assert(
      fc.property(set, findings, doubt, (rules, all, doubts) => {
        const [aspect = ""] = rules.aspects;
        expect([[], [{ ...judgeCheck(rules, all, doubts), aspect }]]).toContainEqual(judgeReport([rules], all, doubts));
      }),
    );
  });
});
