import { expect, test } from "vitest";
import { isPulseDue } from "./session-pulse.ts";

const minutes = (count: number) => count * 60_000;

test("who works is said to be there every few minutes, and not more often", () => {
  expect(isPulseDue({ told: 0, moved: minutes(1), now: minutes(2) })).toBe(false);
  expect(isPulseDue({ told: 0, moved: minutes(3), now: minutes(4) })).toBe(true);
});

test("a page that lies open untouched never says that somebody is there", () => {
  for (const now of [5, 60, 600].map(minutes))
    expect(isPulseDue({ told: minutes(1), moved: minutes(1), now })).toBe(false);
});

test("coming back after a long while counts as being there", () => {
  expect(isPulseDue({ told: 0, moved: minutes(90), now: minutes(90) })).toBe(true);
});
