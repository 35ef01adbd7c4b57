import { expect, test } from "vitest";
import type { StepReport } from "../connector.ts";
import { exceptionFor } from "../exception-for.ts";
import type { Exception } from "../exceptions.ts";
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
  const { settings = {}, exceptions = [], ...cases } = fixtures[id]!;
  const named = { pass: "pass", fail: "fail", unknown: "unknown", notApplicable: "not applicable" } as const;
  for (const [name, items] of Object.entries(cases)) {
    for (const item of items) if (item.gap === undefined) manifest.kinds[item.kind]!.parse(item.data);
    const [result] = judgeChecks([check], { items, steps: complete, settings, exceptions, now: new Date(AT) });
    expect([name, result!.outcome]).toEqual([name, named[name as keyof typeof named]]);
  }
});

test("every check has fixtures, and names steps that are there", () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
  const known = steps.map(({ id }) => id);
  for (const check of checks) expect(known).toEqual(expect.arrayContaining([...check.steps]));
});

test("a bucket is left out by an approval, and by no list", () => {
  const { fail } = fixtures["aws.s3.bucket-private"]!;
  const settings = { publicBuckets: ["acme-files"] };
  const judged = (exceptions: readonly Exception[]) =>
    judgeChecks(
      checks.filter(({ id }) => id === "aws.s3.bucket-private"),
      { items: fail, steps: complete, settings, exceptions, now: new Date(AT) },
    )[0];
  expect(judged([])).toMatchObject({ outcome: "fail" });
  expect(judged([exceptionFor("public-resource", "acme-files")])).toMatchObject({
    outcome: "not applicable",
    reason: "Decisions leave out all there is. 1 left out by decision: acme-files (APV-7, until 2027-03-01).",
  });
});
