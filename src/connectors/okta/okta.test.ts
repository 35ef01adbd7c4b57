import { expect, test } from "vitest";
import type { StepReport } from "../connector.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { okta } from "./index.ts";
import {
  admin,
  apiToken,
  app,
  appRule,
  dayBefore,
  factors,
  goneAssignment,
  observedAt,
  passwordPolicy,
  sessionRule,
  superAdmin,
  user,
} from "./samples/items.ts";

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

const outcomeOf = (id: string, items: Parameters<typeof judgeChecks>[1]["items"]) =>
  judgeChecks([okta.checks.find((check) => check.id === id)!], {
    items,
    steps,
    settings: {},
    now: new Date(observedAt),
  })[0]!.outcome;

test.each([
  ["a token bound by a network that nobody listed", "okta.token.scoped", [apiToken({ network: "ELSEWHERE" })]],
  ["a token that some zone is left out for", "okta.token.scoped", [apiToken({ zones: 0 })]],
  [
    "an unused account whose password is being reset",
    "okta.user.inactive",
    [user("a", { status: "RECOVERY", lastLoginOn: dayBefore(91) })],
  ],
  ["an account with a status that nobody listed", "okta.user.inactive", [user("a", { status: "DORMANT" })]],
  ["a factor of a kind that nobody listed", "okta.user.factors", [user("a"), factors("a", ["carrier_pigeon"])]],
  [
    "an assignment with a status that nobody listed",
    "okta.user.gone-assigned",
    [user("rowan", { status: "SUSPENDED" }), app(), goneAssignment({ status: "LINGERING" })],
  ],
  [
    "an administrator with a role that nobody listed",
    "okta.admin.super-count",
    [
      admin("ada", [superAdmin]),
      admin("eve", [{ type: "ROOT_ADMIN", via: "USER" }]),
      admin("x", [superAdmin]),
      admin("y", [superAdmin]),
    ],
  ],
  [
    "a rule that asks for factors in a way that nobody listed",
    "okta.session.mfa",
    [sessionRule({ requiresFactor: false }), appRule({ factorMode: "1.5FA" })],
  ],
  ["no password policy at all", "okta.password.length", []],
  ["no session rule at all", "okta.session.lifetime", []],
])("%s passes nothing", (_, id, items) => {
  expect(["unknown", "fail"]).toContain(outcomeOf(id, items));
});

test("G18: a password policy without lockout, or with a short one, answers for length and history alone", () => {
  const answered = (items: Parameters<typeof outcomeOf>[1]) =>
    okta.checks
      .filter(({ answers }) => answers.some((part) => part.startsWith("auth.password-rules/")))
      .map(({ id, answers }) => [...answers, outcomeOf(id, items)]);
  for (const policy of [passwordPolicy({ maxAttempts: 0 }), passwordPolicy({ autoUnlockMinutes: 29 })])
    expect(answered([policy])).toEqual([
      ["auth.password-rules/length", "pass"],
      ["auth.password-rules/history", "pass"],
      ["auth.password-rules/lockout", "fail"],
    ]);
});
