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

test("who has the account's very address comes before who is called so, and two of one address are nobody", () => {
  const dan = { id: "dan", name: "Dan Reyes", email: "dan.reyes@acme.test" };
  const mia = { id: "mia", name: "Mia Berg", email: "Jo.Lee@acme.test" };
  const jo = { id: "jo", name: "Jo Lee", email: "lee@acme.test" };
  const nine = { id: "nine", name: "Person 9", email: "person.9@acme.test" };
  const all = [dan, mia, jo, nine];
  expect(suggesterOf(all)("jo.lee@acme.test")).toBe(mia);
  expect(suggesterOf(all)("person.9@acme.test")).toBe(nine);
  expect(suggesterOf(all)("jo.lee@other.test")).toBe(jo);
  expect(suggesterOf([...all, { ...dan, id: "again" }])("dan.reyes@acme.test")).toBeUndefined();
});
