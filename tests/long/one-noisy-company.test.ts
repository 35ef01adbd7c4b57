import { expect, test } from "vitest";
import { measureFairness, sumUp } from "../../bench/fairness.ts";

test("S8: one noisy company changes another's p99 by less than a fifth", async () => {
  const measured = await measureFairness(15);
  const { p99, q99, n99, q50, n50 } = sumUp(measured);
  const ms = (value: number) => value.toFixed(1);
  console.info(`p99 ${ms(n99)} / ${ms(q99)} ms, p50 ${ms(n50)} / ${ms(q50)} ms, ${JSON.stringify(measured.answers)}`);
  // The noisy one was let in at first, and refused in the end: it did what its limits let it.
  expect(Object.keys(measured.answers)).toEqual(
    expect.arrayContaining(["search 200", "upload 201", "export 429", "note 429"]),
  );
  expect(p99).toBeLessThan(1.2);
});
