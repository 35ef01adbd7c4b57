import { expect, test } from "vitest";
import { keptName, keptOfOthers, typedInto } from "./kept-forms.ts";

const text = (name: string, value: string, defaultValue = "") => ({ name, type: "text", value, defaultValue });

test("what was typed is kept; a password, a code and a file never are", () => {
  const fields = [
    text("name", "SOC 2 for 2026"),
    { name: "password", type: "password", value: "Correct-horse-7", defaultValue: "" },
    // A password that is shown is a text field to the browser.
    text("currentPassword", "Correct-horse-7"),
    text("code", "123456"),
    { name: "files", type: "file", value: "C:\\fakepath\\policy.pdf", defaultValue: "" },
    text("", "without a name"),
  ];
  expect(typedInto(fields)).toEqual([{ name: "name", value: "SOC 2 for 2026", checked: false }]);
});

test("a form that nobody touched is not kept, and neither is one into which only a password was typed", () => {
  expect(typedInto([text("name", "Ana", "Ana")])).toBeUndefined();
  expect(typedInto([{ name: "password", type: "password", value: "x", defaultValue: "" }])).toBeUndefined();
});

test("a choice counts as typed when it differs from the one that stood there", () => {
  const choice = (value: string, checked: boolean, defaultChecked: boolean) => ({
    name: "framework",
    type: "radio",
    value,
    checked,
    defaultChecked,
  });
  expect(typedInto([choice("soc2", true, true), choice("hipaa", false, false)])).toBeUndefined();
  expect(typedInto([choice("soc2", false, true), choice("hipaa", true, false)])).toEqual([
    { name: "framework", value: "soc2", checked: false },
    { name: "framework", value: "hipaa", checked: true },
  ]);
});

test("a form is kept under whose it is, its page and its fields, so that nothing lands in another", () => {
  const fields = [text("name", "x"), { ...text("framework", "soc2"), type: "radio" }];
  const name = keptName("ana", "/dashboard/projects/new", fields);
  expect(name).not.toBe(keptName("ben", "/dashboard/projects/new", fields));
  expect(name).not.toBe(keptName("ana", "/dashboard/settings", fields));
  expect(name).not.toBe(keptName("ana", "/dashboard/projects/new", [text("reason", "x")]));
});

test("another person's forms are forgotten, one's own are not, and nothing else is touched", () => {
  const mine = keptName("ana", "/dashboard", [text("name", "x")]);
  const theirs = keptName("ben", "/dashboard", [text("name", "x")]);
  expect(keptOfOthers([mine, theirs, "returnPath"], "ana")).toEqual([theirs]);
  expect(keptOfOthers([mine, theirs, "returnPath"], null)).toEqual([mine, theirs]);
});
