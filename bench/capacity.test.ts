import { expect, test } from "vitest";
import { carriedBy } from "./capacity.ts";
import { growthTo, pagesToFind } from "./growth-simulation.ts";

test("what costs twice as much is carried half as often, and four times the cores carry four times as much", () => {
  const costs = { request: 4, filed: 10, collected: 20 };
  const two = carriedBy(2, costs);
  expect(two.companies).toBeGreaterThan(100);
  expect(carriedBy(2, { request: 8, filed: 20, collected: 40 }).companies).toBe(Math.floor(two.companies / 2));
  expect(Math.abs(carriedBy(8, costs).companies - 4 * two.companies)).toBeLessThan(4);
});

test("growth to a hundred million items ends, is the same for the same seed, and reads three more pages at most", () => {
  const lines = growthTo(100e6, { seed: 1, bytesOfItem: 2_000 });
  expect(lines).toEqual(growthTo(100e6, { seed: 1, bytesOfItem: 2_000 }));
  expect(lines).not.toEqual(growthTo(100e6, { seed: 2, bytesOfItem: 2_000 }));
  expect(lines.length).toBeLessThanOrEqual(7);
  expect(pagesToFind(100e6) - pagesToFind(1_000)).toBeLessThanOrEqual(3);
});
