import { expect, test } from "vitest";
import { samePeople, whoIs } from "./same-people.ts";
import type { KnownPerson } from "./same-people.ts";

const person = (id: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  id,
  email: `${id}@acme.test`,
  employeeId: undefined,
  accounts: [],
  ...more,
});

test.each<[string, readonly KnownPerson[], readonly (readonly string[])[]]>([
  ["nobody twice", [person("ann"), person("bob")], []],
  ["one address in two ways", [person("ann"), person("bob", { email: " Ann@ACME.test" })], [["ann", "bob"]]],
  ["one employee id", [person("ann", { employeeId: "7" }), person("bob", { employeeId: "7 " })], [["ann", "bob"]]],
  [
    "an account with the other's address",
    [person("ann"), person("bob", { accounts: ["ann@acme.test"] })],
    [["ann", "bob"]],
  ],
  ["no address and no id", [person("ann", { email: undefined }), person("bob", { email: "" })], []],
  ...["n/a", "N.A.", "-", "—", "none", "0000", "XXX", "?", "Not applicable"].map(
    (none): [string, readonly KnownPerson[], readonly (readonly string[])[]] => [
      `nobody by "${none}"`,
      [person("ann", { employeeId: none, email: none }), person("bob", { employeeId: none, email: none })],
      [],
    ],
  ),
  [
    "one id that only looks like none",
    [person("ann", { employeeId: "x0" }), person("bob", { employeeId: "X0" })],
    [["ann", "bob"]],
  ],
  [
    "three by two of them",
    [
      person("cy", { employeeId: "7" }),
      person("bob", { employeeId: "7", accounts: ["ann@acme.test"] }),
      person("ann"),
      person("dan"),
    ],
    [["ann", "bob", "cy"]],
  ],
])("finds %s", (_, people, groups) => {
  expect(samePeople(people)).toEqual(groups);
  expect(samePeople(people.toReversed())).toEqual(groups);
});

test("names one person by one record", () => {
  const who = whoIs([["ann", "bob"]]);
  expect(["bob", "ann", "cy"].map(who)).toEqual(["ann", "ann", "cy"]);
});

test("one id of many records is one person's: more records make nobody a stranger to themselves", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => person(`p${at}`, { employeeId: "7" }));
  expect(samePeople(many).map(({ length }) => length)).toEqual([20_000]);
});
