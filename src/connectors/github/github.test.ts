import { expect, test } from "vitest";
import type { StepReport } from "../connector.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { github } from "./index.ts";
import { member, observedAt, organization } from "./samples/items.ts";

const ended = { startedAt: observedAt, endedAt: observedAt, missing: [], detail: "", pages: 1, items: 1 };
const steps: StepReport[] = github.steps.map(({ id }) => ({ step: id, status: "complete", ...ended }));

const rows = github.checks.flatMap((check) => {
  const { pass, fail, unknown, notApplicable, settings = {}, exceptions } = fixtures[check.id]!;
  const outcomes = { pass, fail, unknown, ...(notApplicable && { "not applicable": notApplicable }) };
  return Object.entries(outcomes).map(([outcome, items]) => ({ check, outcome, items, settings, exceptions }));
});

test.each(rows)(
  "$check.id says nothing of what was not seen: $outcome",
  ({ check, outcome, items, settings, exceptions }) => {
    const cut = steps.map((step) => ({ ...step, status: "truncated" as const }));
    const [judged] = judgeChecks([check], { items, steps: cut, settings, exceptions, now: new Date(observedAt) });
    // What fails, fails on what was seen. Nothing else fails, passes or does not apply because a list was cut.
    expect(["unknown", outcome === "fail" ? "fail" : "unknown"]).toContain(judged!.outcome);
  },
);

test("few owners on a list that was cut are not too few", () => {
  const check = github.checks.find(({ id }) => id === "gh.org.owner-count")!;
  const cut = steps.map((step) => (step.step === "members" ? { ...step, status: "truncated" as const } : step));
  const items = [organization(), member("ada", { role: "admin" })];
  const judged = (reports: StepReport[]) =>
    judgeChecks([check], { items, steps: reports, settings: {}, now: new Date(observedAt) })[0]!.outcome;
  expect(judged(cut)).toBe("unknown");
  expect(judged(steps)).toBe("fail");
});
