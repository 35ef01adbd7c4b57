import { expect, test } from "vitest";
import { exceptionFor } from "../exception-for.ts";
import type { Exception } from "../exceptions.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { googleWorkspace } from "./index.ts";
import { effective } from "./steps/policies.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const complete = googleWorkspace.steps.map((step) => ({
  step: step.id,
  status: "complete" as const,
  pages: 1,
  items: 1,
  startedAt: now.toISOString(),
  endedAt: now.toISOString(),
  missing: [],
  detail: "",
}));
const outcomeOf = (
  id: string,
  items: (typeof fixtures)[string]["pass"],
  settings = {},
  exceptions: readonly Exception[] = [],
) =>
  judgeChecks(googleWorkspace.checks, { items, steps: complete, settings, exceptions, now }).find(
    (check) => check.checkId === id,
  )!.outcome;

const at = now.toISOString();
const found = (target: string, byAdmin: boolean, order: number, minimumLength: number) => ({
  setting: "security.password",
  target,
  byAdmin,
  order,
  value: { minimumLength },
  at,
});

test("an administrator's setting goes before Google's own, and a higher order before a lower one", () => {
  const items = effective([
    found("orgUnits/root", false, 0, 8),
    found("orgUnits/root", true, 1, 12),
    found("orgUnits/root", true, 2, 14),
    found("orgUnits/sales", true, 1, 6),
  ]);
  expect(items.map((item) => [item.subject.label, item.data])).toEqual([
    ["the whole company", { setting: "security.password", root: true, value: { minimumLength: 14 } }],
    ["orgUnits/sales", { setting: "security.password", root: false, value: { minimumLength: 6 } }],
  ]);
});

test("a unit that departs from a good rule for the company fails it", () => {
  const good = fixtures["gws.policy.password"]!.pass;
  const weak = fixtures["gws.policy.password"]!.fail.map((item) => ({
    ...item,
    subject: { ...item.subject, id: "sales", label: "orgUnits/sales" },
  }));
  expect(outcomeOf("gws.policy.password", [...good, ...weak])).toBe("fail");
});

test("an app that somebody names may hold all mail once another person approved it, and not before", () => {
  const { fail } = fixtures["gws.token.broad-apps"]!;
  expect(outcomeOf("gws.token.broad-apps", fail, { approvedApps: ["client"] })).toBe("fail");
  expect(outcomeOf("gws.token.broad-apps", fail, {}, [exceptionFor("app-access", "client")])).toBe("pass");
});
