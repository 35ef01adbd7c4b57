import { expect, test } from "vitest";
import { hoursInWords, hoursWithin } from "./promised-hours.ts";

test.each([
  ["Accounts are disabled within 8 hours.", 8],
  ["Accounts are disabled\nwithin\n8 hours after somebody leaves.", 8],
  ["We close them within an hour, and devices within 12 hours.", 1],
  ["Everything is closed within 30 minutes.", 0.5],
  ["Accounts are disabled within **8 hours**.", 8],
  ["Within two hours, accounts are disabled.", 2],
  ["Accounts are looked at every 2 hours, and disabled within 24 hours.", 24],
])("the hours within which a sentence promises something are read: %s", (sentence, hours) => {
  expect(hoursWithin(sentence)?.value).toBe(hours);
});

test("a sentence without such hours promises none", () => {
  expect(hoursWithin("Accounts are disabled on the last day.")).toBeUndefined();
});

test("hours are told as people say them", () => {
  expect([0.5, 1, 8, 61.9, 1_500].map(hoursInWords)).toEqual([
    "30 minutes",
    "1 hour",
    "8 hours",
    "61 hours",
    "62 days",
  ]);
});
