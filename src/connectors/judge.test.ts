import { expect, test } from "vitest";
import type { ConnectorCheck, Observation } from "./check.ts";
import type { StepReport } from "./connector.ts";
import { judgeChecks, partVerdicts } from "./judge.ts";

const at = "2026-11-21T10:00:00.000Z";
const step = (id: string, status: StepReport["status"] = "complete", missing: string[] = []): StepReport => ({
  step: id,
  status,
  pages: 1,
  items: 1,
  startedAt: at,
  endedAt: at,
  missing,
  detail: status === "complete" ? "" : `403 Forbidden at /${id}`,
});
const saw = (label: string, outcome: Observation["outcome"]): Observation => ({
  resource: { type: "repository", id: label, label },
  outcome,
  observed: outcome === "pass" ? "1 approval" : "no approval",
  wanted: "at least 1 approval",
});
const check = (id: string, observations: Observation[], answers = ["change.reviewed/merges"]): ConnectorCheck => ({
  id,
  version: 1,
  title: `Check ${id}`,
  severity: "high",
  hint: "Do it.",
  answers,
  steps: ["rules"],
  judge: () => observations,
});
const judge = (check: ConnectorCheck, steps = [step("rules")]) =>
  judgeChecks([check], { items: [], steps, settings: {}, now: new Date(at) })[0]!;

test("what fails, fails, even when not all was seen", () => {
  const result = judge(check("a", [saw("api", "fail"), saw("web", "pass")]), [step("rules", "truncated")]);
  expect(result.outcome).toBe("fail");
  expect(result.reason).toBe("1 of 2: api (no approval; expected at least 1 approval).");
});

test.each(["denied", "unavailable", "truncated", "failed"] as const)(
  "a step that is %s never lets a check pass",
  (status) => {
    const result = judge(check("a", [saw("api", "pass")]), [step("rules", status, ["administration:read"])]);
    expect(result.outcome).toBe("unknown");
    expect(result.reason).toContain("needs administration:read");
  },
);

test("a step that was never collected leaves a check unknown, not passed", () => {
  expect(judge(check("a", [saw("api", "pass")]), []).outcome).toBe("unknown");
});

test("one resource that could not be read leaves a check unknown", () => {
  expect(judge(check("a", [saw("api", "unknown"), saw("web", "pass")])).outcome).toBe("unknown");
});

test("a complete step that met nothing means that the check does not apply", () => {
  expect(judge(check("a", []))).toMatchObject({ outcome: "not applicable", reason: "There is nothing of the kind." });
});

test("G18: a check answers the parts that it names and no other, and the worst of all that answer a part stands", () => {
  const checks = [
    check("a", [saw("api", "pass")]),
    check("b", [saw("web", "fail")], ["change.reviewed/merges", "change.ticketed/links"]),
  ];
  const results = judgeChecks(checks, { items: [], steps: [step("rules")], settings: {}, now: new Date(at) });
  const verdicts = partVerdicts(checks, results, 7);
  expect(verdicts.map(({ checkId, aspect, outcome }) => [checkId, aspect, outcome])).toEqual([
    ["change.reviewed", "merges", "fail"],
    ["change.ticketed", "links", "fail"],
  ]);
  expect(verdicts[0]).toMatchObject({
    version: 7,
    reason: "Check b: web (no approval; expected at least 1 approval).",
  });
});
