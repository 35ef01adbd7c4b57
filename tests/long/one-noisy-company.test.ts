import { expect, test } from "vitest";
import { measureFairness, sumUp } from "../../bench/fairness.ts";

test("S8: one noisy company changes another's p99 by less than a fifth", async () => {
  const measured = await measureFairness(15);
  const { p99, p50, q99, n99, q50, n50 } = sumUp(measured);
  const ms = (value: number) => value.toFixed(1);
  console.info(`p99 ${ms(n99)} / ${ms(q99)} ms, p50 ${ms(n50)} / ${ms(q50)} ms, ${JSON.stringify(measured.answers)}`);
  // The noisy one was let in, and did as much as its limits and its share of the time let it.
  expect(Object.keys(measured.answers)).toEqual(expect.arrayContaining(["search 200", "upload 201", "note 429"]));
  expect(measured.answers["search 200"]).toBeGreaterThan(500);
  expect(p99).toBeLessThan(1.2);
  expect(p50).toBeLessThan(1.2);
});
