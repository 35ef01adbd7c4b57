import { expect, test } from "vitest";
import { seatsLeft, usageWords } from "./usage-words.ts";

test("a limit is said with its count, and none as none", () => {
  expect(usageWords(3, 5)).toBe("3 of 5");
  expect(usageWords(1_204, null)).toBe("1,204, no limit");
});

test.each([
  [1, undefined],
  [2, "Your plan has room for 3 more users."],
  [4, "Your plan has room for 1 more user."],
  [5, "All 5 seats of your plan are taken, including open invitations."],
  [6, "All 5 seats of your plan are taken, including open invitations."],
])("with %i of five taken and none invited one reads: %s", (members, message) => {
  expect(seatsLeft({ members, invited: 0, limit: 5 })).toBe(message);
});

test("an open invitation keeps a seat, and a plan without a limit warns of none", () => {
  expect(seatsLeft({ members: 3, invited: 2, limit: 5 })).toMatch(/^All 5/);
  expect(seatsLeft({ members: 900, invited: 99, limit: null })).toBeUndefined();
});
