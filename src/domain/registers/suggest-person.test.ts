import { expect, test } from "vitest";
import { suggestPerson } from "./suggest-person.ts";

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
  expect(suggestPerson(label, people)?.name).toBe(name);
});

test("who has the account's very address comes before who is called so, and two of one address are nobody", () => {
  const dan = { id: "dan", name: "Dan Reyes", email: "dan.reyes@acme.test" };
  const mia = { id: "mia", name: "Mia Berg", email: "Jo.Lee@acme.test" };
  const jo = { id: "jo", name: "Jo Lee", email: "lee@acme.test" };
  const nine = { id: "nine", name: "Person 9", email: "person.9@acme.test" };
  const all = [dan, mia, jo, nine];
  expect(suggestPerson("jo.lee@acme.test", all)).toBe(mia);
  expect(suggestPerson("person.9@acme.test", all)).toBe(nine);
  expect(suggestPerson("jo.lee@other.test", all)).toBe(jo);
  expect(suggestPerson("dan.reyes@acme.test", [...all, { ...dan, id: "again" }])).toBeUndefined();
});
