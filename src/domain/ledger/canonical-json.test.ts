import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, parseCanonicalJson } from "./canonical-json.ts";
import type { CanonicalValue } from "./canonical-json.ts";

const leaf = fc.oneof(fc.string({ unit: "binary" }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
const value = fc.letrec<{ tree: CanonicalValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("tree")),
    fc.dictionary(fc.string({ unit: "binary" }), tie("tree")),
  ),
})).tree;

test("every value reads back from its canonical text", () => {
  fc.assert(
    fc.property(value, (item) => {
      expect(parseCanonicalJson(canonicalJson(item))).toEqual(JSON.parse(JSON.stringify(item)));
    }),
  );
});

/** RFC 8785, sections 3.2.2 and 3.2.3, as they are written. */
function asWritten(item: CanonicalValue): string {
  if (typeof item !== "object" || item === null) return JSON.stringify(item);
  if (Array.isArray(item)) return `[${item.map(asWritten).join(",")}]`;
  const names = Object.keys(item).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${asWritten((item as Record<string, CanonicalValue>)[name]!)}`).join(",")}}`;
}
const name = fc.oneof(
  fc.string(),
  fc.constantFrom("a", "b", "B", "10", "9", "-1", "01", "4294967295", "__proto__", "toJSON", ""),
);
const named = fc.letrec<{ tree: CanonicalValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(0, -0, "x", null, "\u2028"),
    fc.array(tie("tree")),
    fc.dictionary(name, tie("tree")),
  ),
})).tree;

test("names and values stand as RFC 8785 has them, also names that objects put at places of their own", () => {
  fc.assert(
    fc.property(named, (item) => {
      expect(canonicalJson(item)).toBe(asWritten(item));
    }),
  );
});

test("the order in which names were given does not matter", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), value), (item) => {
      const reversed = Object.fromEntries(Object.entries(item).toReversed());
      expect(canonicalJson(reversed)).toBe(canonicalJson(item));
    }),
  );
});

test("the example of RFC 8785, section 3.2.3, is sorted by UTF-16 code units", () => {
  const names = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
  const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"];
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
  expect(Object.keys(JSON.parse(`{"x":${text}}`).x as object).filter((name) => name !== "1")).toEqual(
    sorted.filter((name) => name !== "1"),
  );
  expect(text).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(",")}}`);
});

test("strings are escaped as RFC 8785, section 3.2.2.2, says", () => {
  expect(canonicalJson('\u20ac$\u000f\nA\'B"\\\\"/\b\f\t\u2028')).toBe(
    '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\\b\\f\\t\u2028"',
  );
  expect(canonicalJson(-0)).toBe("0");
});

test.each([
  ["a fraction", 1.5],
  ["a number past 2^53", 2 ** 53],
  ["not a number", Number.NaN],
  ["nothing at all", undefined],
  ["nothing at all inside", { a: undefined }],
  ["a hole in an array", Array.from<number>({ length: 1 }).concat(1)],
  ["a sparse array", Object.assign([], { 1: 1 })],
  ["a lone surrogate", "\ud800"],
  ["a lone surrogate in a name", { "\udc00": 1 }],
  ["a date", new Date(0)],
  ["a map", new Map()],
  ["bytes", Uint8Array.of(1)],
  ["a bigint", 1n],
  ["a function", () => 1],
])("%s has no canonical form", (_, item) => {
  expect(() => canonicalJson(item as CanonicalValue)).toThrow(TypeError);
});

test.each(['{"b":1,"a":2}', '{"a": 1}', '{"a":1,"a":1}', "[1,]", "1.0", "1e0", "-0", '"\\u0041"', "1\n", "", "nul"])(
  "%j is not canonical and is refused",
  (text) => expect(parseCanonicalJson(text)).toBeUndefined(),
);

test("a text nested too deep to judge is refused, not crashed on", () => {
  expect(parseCanonicalJson(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).toBeUndefined();
});

test("a name like __proto__ is a name", () => {
  const text = '{"__proto__":{"a":1}}';
  expect(canonicalJson(parseCanonicalJson(text)!)).toBe(text);
});
