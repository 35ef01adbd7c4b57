import { expect, test } from "vitest";
import { plans } from "#catalog/plans.ts";
import { frameworksOf, inDollars, usersOf } from "./plan-words.ts";

test("the limits read as the specification has them", () => {
  expect(plans.map(({ limits }) => `${usersOf(limits)}, ${frameworksOf(limits)}`)).toEqual([
    "Up to 5 users, 3 frameworks",
    "Up to 20 users, 5 frameworks",
    "Up to 100 users, All frameworks",
    "Unlimited users, All frameworks",
  ]);
});

test("prices read as the specification has them", () => {
  expect(plans.map(({ price }) => [inDollars(price.monthly), price.yearly && inDollars(price.yearly)])).toEqual([
    ["$99", "$999"],
    ["$249", "$2,499"],
    ["$599", "$5,999"],
    ["$1,200", null],
  ]);
});
