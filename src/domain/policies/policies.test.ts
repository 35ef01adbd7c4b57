import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePolicies } from "./compare.ts";
import { fillFacts } from "./frozen-facts.ts";
import { acknowledgmentDue, approvedUntil } from "./policy.ts";
import { readPolicyText } from "./policy-text.ts";

const known = { checks: new Set(["auth.mfa-enforced"]), facts: new Set(["people"]), tables: new Set(["systems"]) };
const kinds = (text: string) => {
  const read = readPolicyText(text, known);
  return read.ok ? read.blocks.map(({ kind }) => kind) : read.problem;
};
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

describe("the text of a policy", () => {
  test("has headings, paragraphs, lists, quotes, tables, statements and facts", () => {
    const text = [
      "# Access",
      "A *short* **text** with `code` and [a link](https://a.example).",
      "- one\n- two",
      "> quoted",
      "---",
      "| A | B |\n| --- | --- |\n| 1 | 2 |",
      "::: statement auth.mfa-enforced\nEvery sign-in needs MFA.\n:::",
      "::: statement\nNobody checks this.\n:::",
      "::: fact people\n12 people\n:::",
      "::: table systems\n| System |\n| --- |\n| AWS |\n:::",
    ].join("\n\n");
    expect(kinds(text)).toEqual("heading paragraph list quote rule table statement statement fact table".split(" "));
    expect(readPolicyText(text)).toMatchObject({
      ok: true,
      blocks: expect.arrayContaining([
        expect.objectContaining({ kind: "statement", check: "auth.mfa-enforced" }),
        expect.objectContaining({ kind: "statement", check: null }),
        expect.objectContaining({ kind: "table", key: "systems" }),
      ]),
    });
  });

  test.each([
    ["<b>x</b>", 1],
    ["one\n\ntwo <i>x</i>", 3],
    ["<!-- hidden -->", 1],
    ["![x](https://a.example/x.png)", 1],
    ["[x](javascript:alert(1))", 1],
    ['[x](https://a.example "title")', 1],
    ["#### four", 1],
    ["safe \u202e text", 1],
    ["::: statement no.such-check\nx\n:::", 1],
    ["::: statement auth.mfa-enforced\nnot closed", 1],
    ["::: fact people\none\n\ntwo\n:::", 4],
    ["::: fact nothing\nx\n:::", 1],
    ["::: table systems\nno table\n:::", 2],
    ["::: other\nx\n:::", 1],
    ["> > > > > > deep", 1],
    [" \n ", 1],
  ])("is refused with its line: %j", (text, line) => {
    expect(kinds(text)).toMatchObject({ line, message: expect.any(String) });
  });

  test("is read or refused whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        (text) => typeof readPolicyText(text).ok === "boolean",
      ),
    );
  });
});

test("facts and tables get their values, and every other byte stays", () => {
  const text = "a\n::: fact people\nold\n\nmore\n:::\n  b \n::: table systems\n:::\n::: fact unknown\nx\n:::\n";
  expect(fillFacts(text, { "fact people": "12 people", "table systems": "| S |\n| --- |" })).toBe(
    "a\n::: fact people\n12 people\n:::\n  b \n::: table systems\n| S |\n| --- |\n:::\n::: fact unknown\nx\n:::\n",
  );
  const filled = fillFacts(text, { "fact people": "12 people" });
  expect(fillFacts(filled, { "fact people": "12 people" })).toBe(filled);
});

describe("a comparison", () => {
  test("shows what was removed and added where it stands", () => {
    expect(comparePolicies("a\n\nb\n\nc", "a\n\nx\n\nc\n\nd")).toEqual([
      { kind: "same", text: "a" },
      { kind: "removed", text: "b" },
      { kind: "added", text: "x" },
      { kind: "same", text: "c" },
      { kind: "added", text: "d" },
    ]);
  });

  test("has both versions in it, in order", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const compared = comparePolicies(before.join("\n\n"), after.join("\n\n"));
        const without = (kind: string) => compared.filter((block) => block.kind !== kind).map((block) => block.text);
        expect(without("added")).toEqual(before);
        expect(without("removed")).toEqual(after);
      }),
    );
  });
});

describe("an acknowledgment is due", () => {
  const dan = { id: "dan", kind: "employee", startsAt: day(1) };
  const everyone = { audience: "everyone", personId: null, assignedAt: day(10), ended: false };
  test("30 days after the first assignment to a person, and after their first day", () => {
    expect(acknowledgmentDue([everyone], dan)).toEqual(day(40));
    expect(acknowledgmentDue([{ ...everyone, audience: "employee" }], dan)).toEqual(day(40));
    expect(acknowledgmentDue([{ ...everyone, audience: "intern" }], dan)).toBeUndefined();
    expect(acknowledgmentDue([{ ...everyone, audience: "person", personId: "eve" }], dan)).toBeUndefined();
    expect(acknowledgmentDue([everyone], { ...dan, startsAt: day(20) })).toEqual(day(50));
    expect(acknowledgmentDue([{ ...everyone, ended: true }], dan)).toBeUndefined();
    expect(
      acknowledgmentDue(
        [
          { ...everyone, ended: true },
          { ...everyone, assignedAt: day(30) },
        ],
        dan,
      ),
    ).toEqual(day(40));
  });

  test("with the texts before it, where they were left open", () => {
    const later = [{ ...everyone, assignedAt: day(35) }];
    expect(acknowledgmentDue(later, dan)).toEqual(day(65));
    expect(acknowledgmentDue(later, dan, [everyone])).toEqual(day(40));
    expect(acknowledgmentDue(later, dan, [{ ...everyone, ended: true }])).toEqual(day(65));
    expect(acknowledgmentDue(later, dan, [{ ...everyone, audience: "intern" }])).toEqual(day(65));
    expect(acknowledgmentDue([], dan, [everyone])).toBeUndefined();
  });
});

test("approvals hold for a year from the oldest of those that are needed", () => {
  expect(approvedUntil([day(1), day(5), day(9)], 2)).toEqual(new Date(Date.UTC(2027, 0, 5)));
  expect(approvedUntil([day(1)], 2)).toBeUndefined();
});
