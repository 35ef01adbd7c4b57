import { expect, test } from "vitest";
import type { StepReport } from "../connector.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { okta } from "./index.ts";
import { app, factors, goneAssignment, observedAt, user } from "./samples/items.ts";

const ended = { startedAt: observedAt, endedAt: observedAt, missing: [], detail: "", pages: 1, items: 1 };
const steps: StepReport[] = okta.steps.map(({ id }) => ({ step: id, status: "complete", ...ended }));

const rows = okta.checks.flatMap((check) => {
  const { pass, fail, unknown, notApplicable, settings = {} } = fixtures[check.id]!;
  const outcomes = { pass, fail, unknown, ...(notApplicable && { "not applicable": notApplicable }) };
  return Object.entries(outcomes).map(([outcome, items]) => ({ check, outcome, items, settings }));
});

test.each(rows)("$check.id says nothing of what was not seen: $outcome", ({ check, outcome, items, settings }) => {
  const cut = steps.map((step) => ({ ...step, status: "truncated" as const }));
  const [judged] = judgeChecks([check], { items, steps: cut, settings, now: new Date(observedAt) });
  // What fails, fails on what was seen. Nothing else fails, passes or does not apply because a list was cut.
  expect(["unknown", outcome === "fail" ? "fail" : "unknown"]).toContain(judged!.outcome);
});

test("an assignment read some hours ago of somebody who came back since is none of somebody gone", () => {
  const check = okta.checks.find(({ id }) => id === "okta.user.gone-assigned")!;
  const items = [user("rowan"), app(), goneAssignment()];
  const [result] = judgeChecks([check], { items, steps, settings: {}, now: new Date(observedAt) });
  expect(result).toMatchObject({ outcome: "pass" });
});

test("a user made since factors were last read is looked at the next time, and anybody else is not known", () => {
  const check = okta.checks.find(({ id }) => id === "okta.user.factors")!;
  const outcome = (createdOn: string) => {
    const items = [user("ada"), factors("ada", ["webauthn"]), user("grace", { createdOn })];
    return judgeChecks([check], { items, steps, settings: {}, now: new Date(observedAt) })[0]!.outcome;
  };
  expect(outcome("2026-11-21")).toBe("pass");
  expect(outcome("2026-11-20")).toBe("unknown");
});
