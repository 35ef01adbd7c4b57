import { expect, test } from "vitest";
import type { StepReport } from "../connector.ts";
import { judgeChecks } from "../judge.ts";
import { checks } from "./checks/index.ts";
import { fixtures } from "./fixtures.ts";
import { AT } from "./fixtures/made-up.ts";
import { manifest } from "./manifest.ts";
import { steps } from "./steps/index.ts";

const complete = steps.map(({ id }): StepReport => ({
  step: id,
  status: "complete",
  pages: 1,
  items: 1,
  startedAt: AT,
  endedAt: AT,
  missing: [],
  detail: "",
}));

test.each(checks.map((check) => [check.id, check] as const))("%s says of its fixtures what they are", (id, check) => {
  const { settings = {}, ...cases } = fixtures[id]!;
  const named = { pass: "pass", fail: "fail", unknown: "unknown", notApplicable: "not applicable" } as const;
  for (const [name, items] of Object.entries(cases)) {
    for (const item of items) if (item.gap === undefined) manifest.kinds[item.kind]!.parse(item.data);
    const [result] = judgeChecks([check], { items, steps: complete, settings, now: new Date(AT) });
    expect([name, result!.outcome]).toEqual([name, named[name as keyof typeof named]]);
  }
});

test("every check has fixtures, and names steps that are there", () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
  const known = steps.map(({ id }) => id);
  for (const check of checks) expect(known).toEqual(expect.arrayContaining([...check.steps]));
});

test("a bucket that is meant to be public is left out", () => {
  const { fail } = fixtures["aws.s3.bucket-private"]!;
  const settings = { publicBuckets: ["acme-files"] };
  const [result] = judgeChecks(
    checks.filter(({ id }) => id === "aws.s3.bucket-private"),
    { items: fail, steps: complete, settings, now: new Date(AT) },
  );
  expect(result).toMatchObject({ outcome: "not applicable", reason: "Meant to be public." });
});
