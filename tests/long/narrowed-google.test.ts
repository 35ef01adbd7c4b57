import fc from "fast-check";
import { expect, test } from "vitest";
import type { EvidenceItem } from "#connectors/connector.ts";
import { fixtures } from "#connectors/google-workspace/fixtures.ts";
import { googleWorkspace } from "#connectors/google-workspace/index.ts";
import { effective, foundIn } from "#connectors/google-workspace/steps/policies.ts";
import type { Fields } from "#connectors/json-fields.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { googleSettings, loosePolicies } from "#tests/support/loose-policies.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const at = now.toISOString();
const times = { startedAt: at, endedAt: at, missing: [], detail: "" };
const steps = googleWorkspace.steps.map(({ id }) => ({
  step: id,
  status: "complete" as const,
  pages: 1,
  items: 1,
  ...times,
}));

test("G15 to G17: 10,000 sets of policies with one that is too loose, and none passes", () => {
  const settings = googleWorkspace.manifest.settings.parse({});
  const counts = { pass: 0, fail: 0, unknown: 0, "not applicable": 0 };
  const all = Object.entries(googleSettings);
  for (const [id, setting] of all) {
    const checks = googleWorkspace.checks.filter((check) => check.id === id);
    const grants = fixtures[id]!.pass.filter(({ kind }) => kind === "gws.app_grant");
    fc.assert(
      fc.property(loosePolicies(setting), (policies) => {
        const found = policies.flatMap((policy) => foundIn(policy as Fields, at));
        const items: EvidenceItem[] = [...grants, ...effective(found)];
        const [result] = judgeChecks(checks, { items, steps, settings, now });
        counts[result!.outcome] += 1;
        return result!.outcome !== "pass";
      }),
      { numRuns: Math.ceil(10_000 / all.length) },
    );
  }
  console.log(`${counts.fail} fail, ${counts.unknown} are unknown, ${counts.pass} pass`);
  expect(counts.fail).toBeGreaterThan(1_000);
  expect(counts.unknown).toBeGreaterThan(1_000);
});
