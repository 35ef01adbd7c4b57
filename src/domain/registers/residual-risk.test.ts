import fc from "fast-check";
import { expect, test } from "vitest";
import { inherentRisk, residualRisk, RISK_STEPS, riskWords } from "./residual-risk.ts";
import type { RatedRisk } from "./residual-risk.ts";

const controls = ["XC-01", "XC-02", "XC-03", "XC-04"];
const step = fc.integer({ min: 1, max: RISK_STEPS });
const some = fc.subarray(controls);
const anyRisk: fc.Arbitrary<RatedRisk> = fc.record({
  likelihood: step,
  impact: step,
  lowersLikelihood: some,
  lowersImpact: some,
  raisedLikelihood: fc.option(step, { nil: undefined }),
  raisedImpact: fc.option(step, { nil: undefined }),
});

test.each([
  ["no control passes", [], {}, "20 Very high (4 × 5)"],
  ["each passing control lowers by a step", ["XC-01", "XC-02"], {}, "12 High (3 × 4)"],
  ["a control named twice lowers once", ["XC-01"], { lowersLikelihood: ["XC-01", "XC-01"] }, "15 High (3 × 5)"],
  ["another control lowers nothing", ["XC-04"], {}, "20 Very high (4 × 5)"],
  ["nothing is below 1", controls, { likelihood: 1, impact: 1 }, "1 Low (1 × 1)"],
  ["people raise it", ["XC-01", "XC-02"], { raisedLikelihood: 5 }, "20 Very high (5 × 4)"],
  ["nobody lowers it", [], { raisedLikelihood: 1, raisedImpact: 1 }, "20 Very high (4 × 5)"],
] as const)("%s", (_, passing, more: Partial<RatedRisk>, words) => {
  const risk = { likelihood: 4, impact: 5, lowersLikelihood: ["XC-01"], lowersImpact: ["XC-02"], ...more };
  expect(riskWords(residualRisk(risk, new Set(passing)))).toBe(words);
});

test("a risk never falls when a control fails, when it is rated higher, or when somebody raises it", () => {
  fc.assert(
    fc.property(anyRisk, some, some, step, (risk, passing, failing, more) => {
      const all = new Set(passing);
      const { score } = residualRisk(risk, all);
      const fewer = new Set(passing.filter((control) => !failing.includes(control)));
      const worse: readonly [RatedRisk, ReadonlySet<string>][] = [
        [risk, fewer],
        [{ ...risk, likelihood: Math.max(risk.likelihood, more) }, all],
        [{ ...risk, impact: Math.max(risk.impact, more) }, all],
        [{ ...risk, raisedLikelihood: Math.max(risk.raisedLikelihood ?? 1, more) }, all],
        [{ ...risk, raisedImpact: Math.max(risk.raisedImpact ?? 1, more) }, all],
        [{ ...risk, lowersLikelihood: risk.lowersLikelihood.slice(1) }, all],
        [{ ...risk, lowersImpact: risk.lowersImpact.slice(1) }, all],
      ];
      for (const [own, held] of worse) expect(residualRisk(own, held).score).toBeGreaterThanOrEqual(score);
    }),
  );
});

test("a risk is at most as rated unless people raised it, and always within 5 × 5", () => {
  fc.assert(
    fc.property(anyRisk, some, (risk, passing) => {
      const { likelihood, impact, score } = residualRisk(risk, new Set(passing));
      for (const held of [likelihood, impact]) expect(held >= 1 && held <= RISK_STEPS).toBe(true);
      expect(score).toBe(likelihood * impact);
      const rated = { ...risk, raisedLikelihood: undefined, raisedImpact: undefined };
      expect(residualRisk(rated, new Set(passing)).score).toBeLessThanOrEqual(inherentRisk(risk).score);
    }),
  );
});
