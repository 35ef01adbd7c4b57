import { describe, expect, test } from "vitest";
import type { ConnectorCheck, Observation } from "./check.ts";
import { exceptionFor } from "./exception-for.ts";
import { inForce, leftOutWords, unlessLeftOut } from "./exceptions.ts";
import type { Exception } from "./exceptions.ts";
import { github } from "./github/index.ts";
import { judgeChecks, partVerdicts } from "./judge.ts";
import { okta } from "./okta/index.ts";
import { fixtures as ofGithub } from "./github/fixtures.ts";
import { fixtures as ofOkta } from "./okta/fixtures.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const bucket = (id: string, outcome: Observation["outcome"]): Observation => ({
  resource: { type: "bucket", id, label: id },
  outcome,
  observed: outcome === "pass" ? "not public" : "public",
  wanted: "no way in for strangers",
});

/** A check of three buckets, one of which is public, with these decisions. */
function judged(exceptions: readonly Exception[], now = NOW) {
  const check: ConnectorCheck = {
    id: "made-up",
    version: 1,
    title: "No bucket is public",
    severity: "high",
    hint: "",
    answers: ["confidentiality.no-public-storage/objects"],
    steps: [],
    judge: (facts) =>
      [bucket("files", "pass"), bucket("site", "fail")].map((seen) =>
        unlessLeftOut(facts, "public-resource", () => [seen.resource.id], seen),
      ),
  };
  return judgeChecks([check], { items: [], steps: [], settings: {}, exceptions, now })[0]!;
}

test("what a decision leaves out is named with the record and its end, and what passes needs none", () => {
  expect(judged([exceptionFor("public-resource", "SITE"), exceptionFor("public-resource", "files")])).toMatchObject({
    outcome: "pass",
    reason: "files: not public. 1 left out by decision: SITE (APV-7, until 2027-03-01).",
  });
});

test.each<[string, readonly Exception[], Date?]>([
  ["there is none", []],
  ["it has ended", [exceptionFor("public-resource", "site")], new Date("2027-03-02T00:00:00Z")],
  ["it is of another kind", [exceptionFor("emergency-account", "site")]],
  ["it names another resource", [exceptionFor("public-resource", "site-2")]],
  ["one person asked for it and approved it", [exceptionFor("public-resource", "site", { another: false })]],
  ["its days cannot be read", [exceptionFor("public-resource", "site", { until: "soon" })]],
  [
    "it was approved more than a year ago, whatever it says",
    [exceptionFor("public-resource", "site", { approvedOn: "2025-11-01", until: "2030-01-01" })],
  ],
])("a resource counts as any other where %s", (_, exceptions, now = NOW) => {
  expect(judged(exceptions, now).outcome).toBe("fail");
});

test("a part names what any of its checks leaves out", () => {
  const exceptions = [exceptionFor("public-resource", "site")];
  const plain: ConnectorCheck = {
    id: "plain",
    version: 1,
    title: "Plain",
    severity: "low",
    hint: "",
    answers: ["confidentiality.no-public-storage/objects"],
    steps: [],
    judge: () => [bucket("files", "pass")],
  };
  const other: ConnectorCheck = {
    ...plain,
    id: "other",
    judge: (facts) => [
      unlessLeftOut(facts, "public-resource", () => ["site"], bucket("site", "fail")),
      bucket("x", "pass"),
    ],
  };
  const checks = [plain, other];
  const results = judgeChecks(checks, { items: [], steps: [], settings: {}, exceptions, now: NOW });
  expect(partVerdicts(checks, results, 1)[0]!.reason).toBe(
    "Plain (and 1 more): files: not public. 1 left out by decision: site (APV-7, until 2027-03-01).",
  );
});

test("of many decisions ten are named and the others counted", () => {
  const names = Array.from({ length: 12 }, (_, at) => `r${at} (APV-${at})`);
  expect(leftOutWords(names)).toBe(` 12 left out by decision: ${names.slice(0, 10).join("; ")} and 2 more.`);
  expect(inForce(undefined, NOW)).toEqual([]);
});

describe("a merge that nobody else approved", () => {
  const { fail } = ofGithub["gh.pr.reviewed"]!;
  const at = new Date(Math.max(...fail.map(({ observedAt }) => Date.parse(observedAt))));
  const steps = github.steps.map(({ id: step }) => ({
    step,
    status: "complete" as const,
    pages: 1,
    items: 1,
    startedAt: at.toISOString(),
    endedAt: at.toISOString(),
    missing: [],
    detail: "",
  }));
  const check = github.checks.find(({ id }) => id === "gh.pr.reviewed")!;
  const judgedWith = (exceptions: readonly Exception[]) =>
    judgeChecks([check], { items: fail, steps, settings: github.manifest.settings.parse({}), exceptions, now: at })[0]!;
  const emergency = (subject: string, said: Partial<Exception> = {}) =>
    exceptionFor("emergency-change", subject, { record: "EMG-3", ...said });

  test("counts unless it is an emergency change whose review another person approved", () => {
    const address = "https://github.com/hollis-marsh/api/pull/12";
    const excused = judgedWith([emergency(address)]);
    expect(excused.outcome).not.toBe("fail");
    expect(excused.reason).toContain(`1 left out by decision: ${address} (EMG-3, until 2027-03-01).`);
    for (const other of [
      emergency("https://github.com/hollis-marsh/api/pull/1"),
      emergency("https://github.com/hollis-marsh/api/pull/120"),
      emergency("https://github.com/hollis-marsh/web/pull/12"),
      emergency(address, { another: false }),
      exceptionFor("app-access", address),
    ])
      expect(judgedWith([other]).outcome).toBe("fail");
  });
});

describe("no list that one person types leaves anything out", () => {
  test.each<[string, typeof github, (typeof ofGithub)[string], Readonly<Record<string, readonly string[]>>]>([
    ["gh.repo.private", github, ofGithub["gh.repo.private"]!, { publicRepositories: ["api", "hollis-marsh/api"] }],
    ["gh.repo.review-required", github, ofGithub["gh.repo.review-required"]!, { notProduction: ["api"] }],
    ["okta.user.factors", okta, ofOkta["okta.user.factors"]!, { serviceAccounts: ["ada", "ada@acme.test"] }],
    ["okta.user.inactive", okta, ofOkta["okta.user.inactive"]!, { serviceAccounts: ["grace", "grace@acme.test"] }],
  ])("%s", (id, connector, { fail }, named) => {
    const settings = connector.manifest.settings.parse(named);
    const at = Math.max(...fail.map(({ observedAt }) => Date.parse(observedAt)));
    const steps = connector.steps.map(({ id: step }) => ({
      step,
      status: "complete" as const,
      pages: 1,
      items: 1,
      startedAt: new Date(at).toISOString(),
      endedAt: new Date(at).toISOString(),
      missing: [],
      detail: "",
    }));
    const check = connector.checks.find((item) => item.id === id)!;
    expect(judgeChecks([check], { items: fail, steps, settings, now: new Date(at) })[0]!.outcome).toBe("fail");
  });
});
