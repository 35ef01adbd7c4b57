import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asvs, checklist, committed, countStates } from "./index.ts";
import type { NamedTest } from "./proof.ts";

const root = join(import.meta.dirname, "../../..");
const items = checklist.flatMap((part) => part.items);
const requirements = asvs.flatMap((chapter) => chapter.requirements);
const rows = [...items, ...requirements];

/** SHA-256 of the lines "id level" of the 253 requirements, sorted as texts, made from OWASP's own file of 5.0.0. */
const STANDARD = "db6d694ac41f400122cce7c6311f0df8b978435381bc18470590ed243f4ea08d";

function split(named: NamedTest): [file: string, title: string] {
  const at = named.indexOf(": ");
  return [named.slice(0, at), named.slice(at + 2)];
}

const quoted = (title: string) => ['"', "'", "`"].map((quote) => `${quote}${title}${quote}`);

test.each([...new Set(rows.flatMap(({ tests }) => tests))].sort())("%s: is there, letter for letter", (named) => {
  const [file, title] = split(named);
  expect(existsSync(join(root, file)), file).toBe(true);
  const text = readFileSync(join(root, file), "utf8");
  const isThere = quoted(title).some((literal) => text.includes(literal));
  expect(
    isThere,
    `${file} has no test of this title: name another in src/catalog/security, or say what is missing`,
  ).toBe(true);
});

test("the checklist has its 91 items, each once and in order", () => {
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 91 }, (_, index) => index + 1));
});

test("the ASVS table has the 253 requirements of levels 1 and 2, each once and in its level", () => {
  const lines = requirements.map(({ id, level }) => `${id} ${level}`).sort();
  expect([lines.length, new Set(requirements.map(({ id }) => id)).size]).toEqual([253, 253]);
  expect(createHash("sha256").update(lines.join("\n")).digest("hex")).toBe(STANDARD);
  const ids = requirements.map(({ id }) => id);
  for (const { id, asvs: touched } of items) for (const item of touched) expect(ids, `item ${id}`).toContain(item);
});

test("what is shown names a test, and whatever is not says why", () => {
  for (const { id, state, tests, items: borrowed, why } of rows) {
    const shows = tests.length + borrowed.length > 0;
    expect([id, shows], "names a test").toEqual([id, state === "shown" || state === "partly"]);
    expect([id, why !== ""], "says why").toEqual([id, state !== "shown"]);
    for (const item of borrowed)
      expect(items[item - 1]!.tests.length, `${id} rests on item ${item}`).toBeGreaterThan(0);
  }
});

test("no requirement is called shown by an item that is shown in part alone", () => {
  const wrong = requirements
    .filter(({ state }) => state === "shown")
    .flatMap(({ id, items: borrowed }) => borrowed.map((item) => [id, item, items[item - 1]!.state] as const))
    .filter(([, , state]) => state !== "shown");
  expect(wrong).toEqual([]);
});

test("as much is shown as is committed: less is said on purpose, and more is kept", () => {
  expect({ checklist: countStates(items).shown, asvs: countStates(requirements).shown }).toEqual(committed);
});
