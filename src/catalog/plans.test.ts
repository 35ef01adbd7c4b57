import { expect, test } from "vitest";
import { planOf, plans, yearlySaving } from "./plans.ts";

test("the plans, their prices and their limits are those of the specification", () => {
  const rows = plans.map(({ name, price, limits, highlighted }) => [
    name,
    price.monthly,
    price.yearly,
    limits.users,
    limits.frameworks,
    limits.apiAccess,
    highlighted ?? false,
  ]);
  expect(rows).toEqual([
    ["Starter", 99, 999, 5, 3, false, false],
    ["Growth", 249, 2_499, 20, 5, true, true],
    ["Scale", 599, 5_999, 100, "all", true, false],
    ["Enterprise", 1_200, null, "unlimited", "all", true, false],
  ]);
  expect(plans.filter(({ price }) => price.from).map(({ name }) => name)).toEqual(["Enterprise"]);
});

test("paying for a year saves 15%, and less than 17%", () => {
  const saved = plans.flatMap(({ price }) => {
    const saving = yearlySaving(price);
    return saving === undefined ? [] : [saving / (price.monthly * 12)];
  });
  expect(saved).toHaveLength(3);
  for (const part of saved) {
    expect(part).toBeGreaterThanOrEqual(0.15);
    expect(part).toBeLessThan(0.17);
  }
});

test("no plan has less than the one before it", () => {
  const size = (limit: number | string) => (typeof limit === "number" ? limit : Number.POSITIVE_INFINITY);
  for (const [at, plan] of plans.entries()) {
    const before = plans[at - 1];
    if (!before) continue;
    expect(size(plan.limits.users)).toBeGreaterThan(size(before.limits.users));
    expect(size(plan.limits.frameworks)).toBeGreaterThanOrEqual(size(before.limits.frameworks));
    expect(Number(plan.limits.apiAccess)).toBeGreaterThanOrEqual(Number(before.limits.apiAccess));
    expect(plan.price.monthly).toBeGreaterThan(before.price.monthly);
  }
});

test("a company is on the plan its record names, and costs nothing until it has chosen one", () => {
  expect(planOf("growth")).toMatchObject({ name: "Growth", price: { monthly: 249 } });
  for (const key of ["early-access", "unknown"])
    expect(planOf(key)).toMatchObject({ name: "Early Access", price: { monthly: 0 } });
});
