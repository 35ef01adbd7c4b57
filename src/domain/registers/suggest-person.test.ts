import { expect, test } from "vitest";
import { suggesterOf } from "./suggest-person.ts";

const people = ["Dan Reyes", "Ana Müller", "Bo", "Jo Lee", "Jan Lee"].map((name) => ({ id: name, name }));

test.each([
  ["dan.reyes@acme.test", "Dan Reyes"],
  ["Reyes, Dan", "Dan Reyes"],
  ["dreyes", "Dan Reyes"],
  ["a.muller@acme.test", undefined],
  ["amuller", "Ana Müller"],
  ["bo", "Bo"],
  ["info@acme.test", undefined],
  // Two are called so: a hint must not choose.
  ["jlee", undefined],
  ["jo-lee", "Jo Lee"],
  ["", undefined],
  ["@", undefined],
  ["123", undefined],
])("%s is like %s", (label, name) => {
  expect(suggesterOf(people)(label)?.name).toBe(name);
});
