import { expect, test } from "vitest";
import type { ConnectorCheck, Observation } from "./check.ts";
import type { StepReport } from "./connector.ts";
import { resourceChanges } from "./resource-changes.ts";
import type { Observed } from "./resource-changes.ts";
import { compareScopes } from "./scopes.ts";
import { checkSeenAt, partsSeenAt } from "./seen.ts";

const at = "2027-03-01T10:00:00.000Z";
const check = (id: string, steps: string[], answers: string[] = []): ConnectorCheck => ({
  id,
  version: 1,
  title: id,
  severity: "high",
  hint: "Do it.",
  answers,
  steps,
  judge: () => [],
});
const saw = (resources: Record<string, Observation["outcome"]>): Observation[] =>
  Object.entries(resources).map(([id, outcome]) => ({
    resource: { type: "bucket", id, label: id },
    outcome,
    observed: "seen",
    wanted: "wanted",
  }));
const run = (
  resources: Record<string, Observation["outcome"]>,
  status: StepReport["status"] = "complete",
  version = 1,
): Observed => ({
  results: [{ checkId: "a", version, outcome: "pass", reason: "", observations: saw(resources) }],
  steps: [{ step: "buckets", status, pages: 1, items: 1, startedAt: at, endedAt: at, missing: [], detail: "" }],
});
const changed = (before: Observed, now: Observed) =>
  resourceChanges([check("a", ["buckets"])], before, now).map(({ resource, was, became }) => [
    resource.id,
    was,
    became,
  ]);

test("a resource that is judged otherwise, came or went has changed; one that is as it was has not", () => {
  expect(changed(run({ x: "pass", y: "pass", z: "fail" }), run({ x: "fail", y: "pass", w: "pass" }))).toEqual([
    ["x", "pass", "fail"],
    ["w", undefined, "pass"],
    ["z", "fail", undefined],
  ]);
});

test.each(["denied", "truncated", "failed", "unavailable"] as const)(
  "nothing comes or goes where a step was %s, before or now",
  (status) => {
    expect(changed(run({ x: "pass", y: "pass" }), run({ x: "fail" }, status))).toEqual([["x", "pass", "fail"]]);
    expect(changed(run({ x: "pass" }, status), run({ x: "fail", y: "pass" }))).toEqual([["x", "pass", "fail"]]);
  },
);

test("a check that judges in another way than before, or is new, has changed nothing", () => {
  expect(changed(run({ x: "pass" }), run({ x: "fail" }, "complete", 2))).toEqual([]);
  expect(changed({ results: [], steps: [] }, run({ x: "fail" }))).toEqual([]);
});

test("what the library hears was seen when the oldest of what it rests on was", () => {
  const [early, late] = [new Date(at), new Date("2027-03-01T12:00:00.000Z")];
  const seenAt = new Map([
    ["fast", late],
    ["costly", early],
  ]);
  const checks = [check("a", ["fast"], ["x", "y"]), check("b", ["fast", "costly"], ["y"]), check("c", [], ["z"])];
  expect(checks.map((check) => checkSeenAt(check, seenAt, late))).toEqual([late, early, late]);
  expect([...partsSeenAt(checks, seenAt, late)]).toEqual([
    ["x", late],
    ["y", early],
    ["z", late],
  ]);
});

test("grants that can write are forbidden, scopes that were not granted are missing, and silence says neither", () => {
  const scopes = {
    required: [{ name: "repo:read", reads: "rules" }],
    optional: [{ name: "alerts:read", reads: "alerts" }],
    forbidden: [/:write$/g],
  };
  const compare = (granted?: string[]) => compareScopes({ scopes } as never, granted);
  expect(compare(["repo:read", "repo:write", "hooks:write"])).toEqual({
    forbidden: ["repo:write", "hooks:write"],
    missing: ["alerts:read"],
  });
  expect(compare(undefined)).toEqual({ forbidden: [], missing: [] });
});
