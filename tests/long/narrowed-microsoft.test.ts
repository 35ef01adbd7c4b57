import fc from "fast-check";
import { expect, test } from "vitest";
import type { EvidenceItem, Json } from "#connectors/connector.ts";
import type { Fields } from "#connectors/json-fields.ts";
import { judgeChecks } from "#connectors/judge.ts";
import { microsoft365 } from "#connectors/microsoft-365/index.ts";
import { policyData } from "#connectors/microsoft-365/steps/policy-item.ts";
import { narrowedPolicies } from "#tests/support/narrowed-policies.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const observedAt = now.toISOString();
const steps = microsoft365.steps.map(({ id }) => ({
  step: id,
  status: "complete" as const,
  pages: 1,
  items: 1,
  startedAt: observedAt,
  endedAt: observedAt,
  missing: [],
  detail: "",
}));
const item = (kind: string, id: string, data: Json): EvidenceItem => ({
  kind,
  subject: { type: "object", id, label: id },
  data,
  observedAt,
});

test.each([
  ["mfa", "ms.ca.mfa-all"],
  ["block", "ms.ca.legacy-blocked"],
] as const)("G6, G7: 10,000 sets of policies that leave a sign-in out, and none passes: %s", (control, id) => {
  const checks = microsoft365.checks.filter((check) => check.id === id);
  const settings = microsoft365.manifest.settings.parse({});
  const counts = { pass: 0, fail: 0, unknown: 0, "not applicable": 0 };
  fc.assert(
    fc.property(narrowedPolicies(control), (policies) => {
      const items = [
        item("ms.security_defaults", "tenant", { isEnabled: false }),
        ...policies.map((policy, at) => item("ms.ca_policy", `${at}`, policyData(policy as Fields) as unknown as Json)),
      ];
      const [result] = judgeChecks(checks, { items, steps, settings, now });
      counts[result!.outcome] += 1;
      return result!.outcome !== "pass";
    }),
    { numRuns: 10_000 },
  );
  console.log(`${control}: ${counts.fail} fail, ${counts.unknown} are unknown, ${counts.pass} pass`);
  expect(counts.fail).toBeGreaterThan(1_000);
  expect(counts.unknown).toBeGreaterThan(100);
});
