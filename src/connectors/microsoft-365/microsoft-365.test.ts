import { expect, test } from "vitest";
import { exceptionFor } from "../exception-for.ts";
import type { Exception } from "../exceptions.ts";
import { judgeChecks } from "../judge.ts";
import { fixtures } from "./fixtures.ts";
import { microsoft365 } from "./index.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const complete = microsoft365.steps.map((step) => ({
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
  judgeChecks(microsoft365.checks, { items, steps: complete, settings, exceptions, now }).find(
    (check) => check.checkId === id,
  )!.outcome;

test("a policy that only reports does not count, and approved emergency accounts may be unused", () => {
  expect(outcomeOf("ms.ca.mfa-all", fixtures["ms.ca.mfa-all"]!.fail)).toBe("fail");
  const { fail } = fixtures["ms.user.inactive"]!;
  expect(outcomeOf("ms.user.inactive", fail, { breakGlass: ["ANA"] })).toBe("fail");
  const approved = [exceptionFor("emergency-account", "ANA")];
  expect(outcomeOf("ms.user.inactive", fail, {}, approved)).toBe("not applicable");
});
