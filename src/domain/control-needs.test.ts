import fc from "fast-check";
import { expect, test } from "vitest";
import { needOf } from "./control-needs.ts";
import { controlStatus } from "./control-status.ts";
import type { CheckResult, ControlFacts, FiledItem } from "./control-status.ts";

const now = new Date("2026-05-14T12:00:00Z");
const DAY = 86_400_000;
const inDays = (days: number) => new Date(now.getTime() + days * DAY);

const dates = fc.integer({ min: -40, max: 40 }).map(inDays);
const checks: fc.Arbitrary<CheckResult> = fc.record({
  checkId: fc.constantFrom("a", "b", "c"),
  title: fc.constantFrom("Check A", "Check B", "Check C"),
  source: fc.constantFrom("AWS", "Okta"),
  outcome: fc.constantFrom("pass", "fail", "unknown", "not applicable"),
  reason: fc.constant("A reason."),
  observedAt: dates,
  validUntil: dates,
});
const items: fc.Arbitrary<FiledItem> = fc.record({
  number: fc.integer({ min: 1, max: 99 }),
  name: fc.constant("A policy"),
  validUntil: dates,
});
const someFacts: fc.Arbitrary<ControlFacts> = fc
  .record({
    applicable: fc.boolean(),
    checks: fc.uniqueArray(checks, { maxLength: 4, selector: ({ checkId, source }) => checkId + source }),
    item: fc.option(items),
  })
  .map(({ applicable, checks: results, item }) => ({
    now,
    applicability: applicable ? null : { applicable: false, reason: "None here" },
    checks: results,
    evidence: {
      count: item ? 1 : 0,
      valid: item && item.validUntil > now ? item : null,
      expired: item && item.validUntil <= now ? item : null,
    },
  }));

test("a control needs something exactly when it applies and does not pass", () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const { status } = controlStatus(facts);
      expect(needOf(facts) === null).toBe(status === "passing" || status === "not applicable");
    }),
  );
});

test("what a control needs makes it pass, and nothing of it can be left out", () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const need = needOf(facts);
      fc.pre(need !== null);
      if (need.kind === "item") {
        const valid = { number: 100, name: "New", validUntil: inDays(30) };
        return controlStatus({ ...facts, evidence: { ...facts.evidence, valid } }).status === "passing";
      }
      const named = [...need.mend, ...need.collect];
      const settled = (which: readonly string[]): ControlFacts => ({
        ...facts,
        checks: facts.checks.map((check) =>
          which.includes(check.title) ? { ...check, outcome: "pass", validUntil: inDays(30) } : check,
        ),
      });
      const others = [...new Set(named)].map((left) => named.filter((one) => one !== left));
      return (
        controlStatus(settled(named)).status === "passing" &&
        others.every((some) => controlStatus(settled(some)).status !== "passing")
      );
    }),
  );
});
