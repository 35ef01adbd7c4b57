import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawSample } from "./sample.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const population = Array.from({ length: 200 }, (_, index) => index * 3 + 1);

test("the same seed draws the same sample, whatever the order of the population", () => {
  fc.assert(
    fc.property(fc.string(), fc.shuffledSubarray(population), fc.nat(50), (seed, subset, size) => {
      const drawn = drawSample(sha256, { seed, population: subset, size });
      expect(drawSample(sha256, { seed, population: subset.toReversed(), size })).toEqual(drawn);
      expect(drawn).toHaveLength(Math.min(size, subset.length));
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(drawn.every((number) => subset.includes(number))).toBe(true);
    }),
  );
});

test("anyone draws it again with nothing but SHA-256", () => {
  // printf '2026-Q4|7' | sha256sum, for each number; the three smallest of the ten.
  const byHand = Array.from({ length: 10 }, (_, index) => index + 1)
    .map((number) => [createHash("sha256").update(`2026-Q4|${number}`).digest("hex"), number] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([, number]) => number)
    .sort((a, b) => a - b);
  expect(drawSample(sha256, { seed: "2026-Q4", population: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], size: 3 })).toEqual(byHand);
});

test("every item is drawn about as often as any other", () => {
  const times = new Map<number, number>();
  const few = population.slice(0, 20);
  for (let seed = 0; seed < 2000; seed += 1)
    for (const number of drawSample(sha256, { seed: String(seed), population: few, size: 5 }))
      times.set(number, (times.get(number) ?? 0) + 1);
  // 500 expected of each; six standard deviations are 116.
  for (const number of few) expect(Math.abs((times.get(number) ?? 0) - 500)).toBeLessThan(116);
});

test("a larger sample of the same seed holds the smaller one, so that a sample can be extended", () => {
  const small = drawSample(sha256, { seed: "x", population, size: 10 });
  expect(drawSample(sha256, { seed: "x", population, size: 25 })).toEqual(expect.arrayContaining(small));
});
