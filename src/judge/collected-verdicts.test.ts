import { describe, expect, test } from "vitest";
import type { ConnectorCheck, Observation } from "#connectors/check.ts";
import { exceptionFor } from "#connectors/exception-for.ts";
import { saysLeftOut, unlessLeftOut } from "#connectors/exceptions.ts";
import type { Exception } from "#connectors/exceptions.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { collectedVerdicts } from "./collected-verdicts.ts";

const bucket = (id: string, outcome: Observation["outcome"]): Observation => ({
  resource: { type: "bucket", id, label: id },
  outcome,
  observed: "public",
  wanted: "no way in for strangers",
});

/** What is said of buckets of which those named "public" are, at a moment, by these decisions. */
function said(buckets: readonly string[], exceptions: readonly Exception[], now: string) {
  const of = (id: string, own: readonly string[]): ConnectorCheck => ({
    id,
    version: 1,
    title: "No bucket is public",
    severity: "high",
    hint: "",
    answers: ["confidentiality.no-public-storage/objects"],
    steps: [],
    judge: (facts) =>
      own.map((name) =>
        unlessLeftOut(
          facts,
          "public-resource",
          () => [name],
          bucket(name, name.startsWith("public") ? "fail" : "pass"),
        ),
      ),
  });
  const checks = [of("one", ["files"]), of("other", buckets)];
  const at = new Date(now);
  const results = judgeChecks(checks, { items: [], steps: [], settings: {}, exceptions, now: at });
  return collectedVerdicts(checks, results, 1, at)[0]!;
}

const until = (day: string) => exceptionFor("public-resource", "public-site", { until: day });
const NOW = "2026-11-21T12:00:00.000Z";

describe("what rests on an approval ends with it", () => {
  test.each([
    ["a pass", ["public-site", "files"]],
    ["what does not apply because all is left out", ["public-site"]],
  ])("%s, in whole days", (_, buckets) => {
    // Its last day is the 25th: from noon of the 21st that is four days and a half.
    expect(said(buckets, [until("2026-11-25")], NOW).validForDays).toBe(4);
    expect(said(buckets, [until("2027-06-01")], NOW).validForDays).toBe(31);
  });

  test("the first of several ends it, by whichever of a part's checks", () => {
    const more = exceptionFor("public-resource", "public-shop", { until: "2026-11-23" });
    expect(said(["public-site", "public-shop", "x"], [until("2026-11-25"), more], NOW).validForDays).toBe(2);
  });

  test("within its last day nothing passes by it any more", () => {
    expect(said(["public-site"], [until("2026-11-21")], NOW)).toMatchObject({
      outcome: "unknown",
      reason: expect.stringMatching(/^A decision that it rests on ends within a day: approve it again .*public-site/),
      validForDays: 31,
    });
  });

  test("what fails, and what no decision is needed for, lasts as any other", () => {
    expect(said(["public-site", "public-shop"], [until("2026-11-23")], NOW)).toMatchObject({
      outcome: "fail",
      validForDays: 31,
    });
    expect(said(["files"], [until("2026-11-23")], NOW)).toMatchObject({ outcome: "pass", validForDays: 31 });
  });
});

test("a reason tells that a decision left something out, wherever it stands, and no other reason does", () => {
  expect(saysLeftOut(said(["public-site", "files"], [until("2026-11-25")], NOW).reason)).toBe(true);
  expect(saysLeftOut(said(["public-site"], [until("2026-11-25")], NOW).reason)).toBe(true);
  expect(saysLeftOut(said(["files"], [until("2026-11-25")], NOW).reason)).toBe(false);
});
