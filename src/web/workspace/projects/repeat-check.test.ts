import { expect, test } from "vitest";
import type { Check } from "./deciding/deciding-words.ts";
import { decidedChecks, stepsToRepeat } from "./repeat-check.ts";

const check: Check = {
  checkId: "auth.cloud-mfa",
  title: "Cloud sign-ins need MFA",
  wanted: "Every human that can sign in has multi-factor authentication.",
  sources: [],
  onlyFor: null,
  outcome: "fail",
  reason: "d.reyes has none.",
  progress: null,
  parts: [],
  next: null,
  basis: "machine",
  source: "Prowler",
  observedAt: "2026-11-22T09:00:00.000Z",
  validUntil: "2026-12-22T09:00:00.000Z",
  exhibit: "EX-000045",
  evidenceId: null,
  sha256: "ab".repeat(32),
};

test("only a check that passes or fails by an item can be done again", () => {
  const others = (["unknown", "not run", "not applicable"] as const).map((outcome) => ({ ...check, outcome }));
  expect(decidedChecks([check, ...others, { ...check, exhibit: null }, { ...check, sha256: null }])).toEqual([check]);
});

test("the steps name the sentence, the finding, the exhibit with its hash, and the verifier that is not the bundle's", () => {
  const [decided] = decidedChecks([check]);
  const steps = stepsToRepeat(decided!, "XC-08", "https://exhibit.test");
  for (const part of [check.wanted, "d.reyes has none. (fail, 2026-11-22", "EX-000045, SHA-256 abab"])
    expect(steps).toContain(part);
  expect(steps).toContain("https://exhibit.test/verify.mjs, not from the bundle");
  expect(steps).toContain("sha256sum artifacts/EX-000045-*");
  expect(steps).not.toContain("A person decided this");
  expect(stepsToRepeat({ ...decided!, basis: "person" }, "XC-08", "")).toContain("A person decided this");
});
