import { expect, test } from "vitest";
import { hoursInWords, stricterHours } from "./promised-hours.ts";

const CHECK = "accounts.leavers-disabled";
const statement = (sentence: string, check = CHECK) => `# Leavers\n\n::: statement ${check}\n${sentence}\n:::\n`;

test.each([
  ["Accounts are disabled within 8 hours.", 8],
  ["Accounts are disabled\nwithin\n8 hours after somebody leaves.", 8],
  ["We close them within an hour, and devices within 12 hours.", 1],
  ["Everything is closed within 30 minutes.", 0.5],
  ["Accounts are disabled within **8 hours**.", 8],
  ["Within two hours, accounts are disabled.", 2],
])("a statement that promises fewer hours than its check gives is read: %s", (sentence, hours) => {
  expect(stricterHours(statement(sentence))).toEqual(new Map([[CHECK, hours]]));
});

test.each([
  ["as many hours as the check", statement("Accounts are disabled within 24 hours.")],
  ["more hours", statement("Accounts are disabled within 48 hours.")],
  ["no figure", statement("Accounts are disabled on the last day.")],
  ["a check that measures no hours", statement("Accounts are reviewed within 8 hours.", "review.done-this-quarter")],
  ["a sentence that is bound to nothing", "Accounts are disabled within 8 hours.\n"],
])("a policy with %s is measured as the check is", (_, text) => {
  expect(stricterHours(text).size).toBe(0);
});

test("the strictest of several statements counts", () => {
  const text = `${statement("Accounts are disabled within 12 hours.")}\n${statement("Admins are disabled within 4 hours.")}`;
  expect(stricterHours(text)).toEqual(new Map([[CHECK, 4]]));
});

test("hours are told as people say them", () => {
  expect([0.5, 1, 8, 61.9].map(hoursInWords)).toEqual(["30 minutes", "1 hour", "8 hours", "61 hours"]);
});
