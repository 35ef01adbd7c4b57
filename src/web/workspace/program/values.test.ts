import { expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { linkTypes } from "#domain/registers/register.ts";
import { changedOf, givenOf, inputName, isSame, timeName, typedOf, valueWords } from "./values.ts";
import type { FieldValue, RegisterField } from "./registers.ts";

const field = (type: RegisterField["type"], of: RegisterField["of"] = null): RegisterField => ({
  key: "field",
  label: "Field",
  type,
  of,
  to: type === "record" || of === "record" ? "vendors" : null,
  origin: "stated",
  required: false,
  personal: false,
  confidential: false,
  choices:
    type === "scale"
      ? [
          { key: "1", label: "Rare" },
          { key: "2", label: "Likely" },
        ]
      : (of ?? type) === "choice"
        ? [{ key: "a-b", label: "A or B" }]
        : [],
  endsDay: false,
  unit: null,
  hint: null,
});
const leaves: RegisterField = { ...field("instant"), endsDay: true };
const samples: readonly (readonly [RegisterField, FieldValue])[] = [
  [field("text"), "A name"],
  [field("long text"), "Two\nlines"],
  [field("date"), "2026-01-31"],
  [field("instant"), "2026-01-31T09:30:00.000Z"],
  [field("instant"), "2026-01-31T00:00:00.000Z"],
  [leaves, "2026-01-31T09:30:00.000Z"],
  [leaves, "2026-02-01T00:00:00.000Z"],
  [field("choice"), "a-b"],
  [field("number"), -7],
  [field("scale"), 2],
  [field("url"), "https://example.com/a?b"],
  [field("flag"), false],
  [field("person"), "0b8f2a50-0000-4000-8000-000000000000"],
  [field("list", "text"), ["red", "blue"]],
  [field("list", "choice"), ["a-b"]],
  [field("record"), "0b8f2a50-0000-4000-8000-000000000000"],
  [field("list", "person"), ["0b8f2a50-0000-4000-8000-000000000000"]],
];
const formOf = (of: RegisterField, value: FieldValue | undefined) => {
  const [text, time] = typedOf(of, value);
  return { [inputName(of.key)]: text, [timeName(of.key)]: time };
};

test.each(samples)("a form that nobody touched sends nothing of %j", (of, value) => {
  expect(givenOf(of, formOf(of, value))).toEqual(value);
  expect(changedOf([of], formOf(of, value), { field: value })).toEqual({});
  expect(changedOf([of], formOf(of, undefined), { field: value })).toEqual({ field: null });
  expect(changedOf([of], formOf(of, value), {})).toEqual({ field: value });
});

test("a day on which somebody leaves is typed, sent and said as that day, to its end", () => {
  const end = "2026-02-01T00:00:00.000Z";
  expect(typedOf(leaves, end)).toEqual(["2026-01-31", ""]);
  expect(givenOf(leaves, { [inputName("field")]: "2026-01-31", [timeName("field")]: "" })).toBe(end);
  expect(givenOf(leaves, { [inputName("field")]: "2026-01-31", [timeName("field")]: "00:00" })).toBe(
    "2026-01-31T00:00:00.000Z",
  );
  expect(valueWords(leaves, end, String)).toBe("January 31, 2026");
});

test("seconds that a form cannot show are no change", () => {
  const before = { field: "2026-01-31T09:30:15.250Z" };
  expect(changedOf([field("instant")], formOf(field("instant"), before.field), before)).toEqual({});
});

test("what is no number is sent as it was typed, for the API to refuse", () => {
  expect(givenOf(field("number"), { "fields.field": "a lot" })).toBe("a lot");
});

test("what is no day on which somebody leaves is sent as it was typed, for the API to refuse", () => {
  const given = (text: string, time = "") => givenOf(leaves, { "fields.field": text, "time.field": time });
  for (const text of ["20266-01-31", "202666-01-31", "2026-02-30", "9999-12-31", "+275760-09-13", "soon"])
    expect(given(text)).toBe(text);
  expect(given("20266-01-31", "09:00")).toBe("20266-01-31T09:00:00.000Z");
});

test("values are said by their kind", () => {
  const nameOf = (target: string) => (target === "x" ? "Dan" : target);
  const say = (of: RegisterField, value: FieldValue) => valueWords(of, value, nameOf);
  expect(say(field("choice"), "a-b")).toBe("A or B");
  expect(say(field("person"), "x")).toBe("Dan");
  expect(say(field("list", "person"), ["x", "y"])).toBe("Dan; y");
  expect(say(field("list", "choice"), ["a-b"])).toBe("A or B");
  expect(say(field("scale"), 2)).toBe("2 Likely");
  const hours = { ...field("number"), unit: { single: "hour", many: "hours" } };
  expect([say(hours, 1), say(hours, 1_000)]).toEqual(["1 hour", "1,000 hours"]);
  expect(say(field("flag"), true)).toBe("Yes");
  expect(say(field("instant"), "2026-01-31T00:00:00.000Z")).toBe("January 31, 2026");
  expect(say(field("instant"), "2026-01-31T09:30:00.000Z")).toBe("January 31, 2026, 09:30:00 UTC");
});

test("every kind of field that a register declares has a sample here", () => {
  const kinds = new Set(samples.map(([{ type }]) => type));
  const linked = new Set<string>(linkTypes);
  for (const { fields } of registers)
    for (const { type } of Object.values(fields)) expect(kinds.has(type) || linked.has(type), type).toBe(true);
  expect(isSame(undefined, null)).toBe(true);
});
