import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { CanonicalValue } from "./canonical-json.ts";
import { parseItemChange, standingAfter } from "./item-change.ts";
import type { ItemChange } from "./item-change.ts";

const item = "0190c0de-0000-4000-8000-00000000000a";
const renamed = { event: "evidence.renamed", subject: item, from: "Old", to: "New" };
const refiled = { event: "evidence.refiled", subject: item, added: ["mfa"], removed: ["logging", "backups"] };

test("a renaming and a filing anew are read as what they change", () => {
  expect(parseItemChange("evidence.renamed", canonicalJson(renamed))).toEqual({ item, from: "Old", to: "New" });
  expect(parseItemChange("evidence.refiled", canonicalJson(refiled))).toEqual({
    item,
    added: ["mfa"],
    removed: ["logging", "backups"],
  });
  expect(parseItemChange("evidence.refiled", canonicalJson({ ...refiled, added: [], removed: [] }))).toEqual({
    item,
    added: [],
    removed: [],
  });
});

describe("no change is read", () => {
  const without = (change: Record<string, CanonicalValue>, name: string) =>
    Object.fromEntries(Object.entries(change).filter(([key]) => key !== name));
  test.each<[string, string, CanonicalValue]>([
    ["from an entry of another kind", "evidence.refiled", renamed],
    ["from a renaming that says it is filed anew", "evidence.renamed", refiled],
    ["from a kind that changes nothing", "evidence.withdrawn", { ...renamed, event: "evidence.withdrawn" }],
    ["from a kind like filing anew", "evidence.withdrawn", { ...refiled, event: "evidence.withdrawn" }],
    ["without its item", "evidence.renamed", without(renamed, "subject")],
    ["of an item that is a number", "evidence.refiled", { ...refiled, subject: 1 }],
    ["without the old name", "evidence.renamed", without(renamed, "from")],
    ["without the new name", "evidence.renamed", without(renamed, "to")],
    ["without what was added", "evidence.refiled", without(refiled, "added")],
    ["without what was removed", "evidence.refiled", without(refiled, "removed")],
    ["with one control that is no text", "evidence.refiled", { ...refiled, added: ["mfa", 1] }],
    ["with a removed control that is no text", "evidence.refiled", { ...refiled, removed: [null, "logging"] }],
    ["with a text in place of a list", "evidence.refiled", { ...refiled, added: "mfa" }],
    ["from a list", "evidence.renamed", [canonicalJson(renamed)]],
    ["from nothing", "evidence.renamed", null],
    ["from a text", "evidence.renamed", "evidence.renamed"],
  ])("%s", (_, event, details) => {
    expect(parseItemChange(event, canonicalJson(details))).toBeUndefined();
  });

  test.each([canonicalJson(renamed).replace(":", ": "), "{", ""])("from %j, which is not canonical", (details) => {
    expect(parseItemChange("evidence.renamed", details)).toBeUndefined();
  });
});

describe("an item after its changes", () => {
  const filed = { name: "Old", controls: ["backups", "logging"] };
  const change = (made: Partial<Record<"from" | "to", string> & Record<"added" | "removed", string[]>>) =>
    ({ item, ...made }) as ItemChange;

  test("goes by its last name and counts under what it was last filed under, in order", () => {
    expect(standingAfter(filed, [])).toEqual(filed);
    expect(
      standingAfter(filed, [
        change({ from: "Old", to: "New" }),
        change({ added: ["access"], removed: ["logging"] }),
        change({ from: "New", to: "Newer" }),
      ]),
    ).toEqual({ name: "Newer", controls: ["access", "backups"] });
  });

  test.each<[string, ItemChange]>([
    ["a name it never had", change({ from: "Other", to: "New" })],
    ["a control it was not under", change({ added: [], removed: ["mfa"] })],
    ["one control it was under and one it was not", change({ added: [], removed: ["logging", "mfa"] })],
    ["a control it is under already", change({ added: ["logging"], removed: [] })],
    ["a new control and one it is under already", change({ added: ["mfa", "logging"], removed: [] })],
    ["a control it has left, added and removed wrongly", change({ added: ["backups"], removed: ["mfa"] })],
  ])("cannot have had %s changed", (_, wrong) => {
    expect(standingAfter(filed, [wrong])).toBeUndefined();
    expect(standingAfter(filed, [wrong, change({ from: "Old", to: "New" })])).toBeUndefined();
  });

  test("changes that are taken back leave it as it was", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(ids, ids, fc.string(), (before, after, name) => {
        const start = { name: "Old", controls: before.toSorted() };
        const added = after.filter((id) => !before.includes(id));
        const removed = before.filter((id) => !after.includes(id));
        const there = [change({ added, removed }), change({ from: "Old", to: name })];
        expect(standingAfter(start, there)).toEqual({ name, controls: after.toSorted() });
        const back = [change({ from: name, to: "Old" }), change({ added: removed, removed: added })];
        expect(standingAfter(start, [...there, ...back])).toEqual(start);
      }),
    );
  });
});
