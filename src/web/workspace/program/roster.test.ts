import { expect, test } from "vitest";
import { nameOfAddress, rosterCsv } from "./roster.ts";

test.each([
  ["dan.reyes@acme.test", "Dan Reyes"],
  ["zoë_lang@acme.test", "Zoë Lang"],
  ["info2@acme.test", "Info"],
  ["42@acme.test", ""],
])("%s is called %s", (email, name) => {
  expect(nameOfAddress(email)).toBe(name);
});

test("a roster is a file of people: an account without an address is nobody's, and one without a day began today", () => {
  const csv = rosterCsv(
    [
      { email: "dan.reyes@acme.test", createdOn: "2026-01-05" },
      { email: null, createdOn: null },
      { email: "42@acme.test", createdOn: null },
    ],
    "2026-11-23",
  );
  expect(csv.split("\r\n").filter((line) => line !== "")).toEqual([
    "Name,Work email,Employment,Starts",
    "Dan Reyes,dan.reyes@acme.test,Employee,2026-01-05",
    "42@acme.test,42@acme.test,Employee,2026-11-23",
  ]);
});
