import { describe, expect, test } from "vitest";
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
const outcomeOf = (id: string, items: (typeof fixtures)[string]["pass"], settings = {}) =>
  judgeChecks(microsoft365.checks, { items, steps: complete, settings, now }).find((one) => one.checkId === id)!
    .outcome;

describe.each(Object.entries(fixtures))("%s", (id, { pass, fail, unknown, notApplicable }) => {
  test("passes, fails, and is unknown where it cannot be said", () => {
    expect([outcomeOf(id, pass), outcomeOf(id, fail), outcomeOf(id, unknown)]).toEqual(["pass", "fail", "unknown"]);
    expect(notApplicable ? outcomeOf(id, notApplicable) : "not applicable").toBe("not applicable");
  });
});

test("every kind refuses a field that it does not name", () => {
  for (const schema of Object.values(microsoft365.manifest.kinds))
    expect(schema.safeParse({ nobodyKnows: true }).success).toBe(false);
});

test("a policy that only reports does not count, and emergency accounts may be unused", () => {
  expect(outcomeOf("ms.ca.mfa-all", fixtures["ms.ca.mfa-all"]!.fail)).toBe("fail");
  const { fail } = fixtures["ms.user.inactive"]!;
  expect(outcomeOf("ms.user.inactive", fail, { breakGlass: ["ANA"] })).toBe("not applicable");
});

test("no permission that can write is asked for, and each such is refused", () => {
  const { required, optional, forbidden } = microsoft365.manifest.scopes;
  const refused = (name: string) => forbidden.some((pattern) => pattern.test(name));
  for (const { name } of [...required, ...optional]) expect([name, refused(name)]).toEqual([name, false]);
  for (const name of [
    "User.ReadWrite.All",
    "Directory.ReadWrite.All",
    "Mail.Send",
    "RoleManagement.ReadWrite.Directory",
  ])
    expect([name, refused(name)]).toEqual([name, true]);
});
