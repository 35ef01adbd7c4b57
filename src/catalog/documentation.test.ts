import { expect, test } from "vitest";
import { sayBasis } from "#domain/basis-words.ts";
import { documentation, wordsOf } from "./documentation.ts";
import { walkThroughs } from "./walk-throughs.ts";

test("every page has an address and a title of its own, and words to be found by", () => {
  expect(new Set(documentation.map(({ key }) => key)).size).toBe(documentation.length);
  for (const page of documentation) {
    expect(page.key).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(wordsOf(page)).toContain(page.title.toLowerCase());
    expect(wordsOf(page), "a pair of backticks is never left open").toMatch(/^[^`]*(`[^`]+`[^`]*)*$/);
  }
});

test("a walk-through leads to pages of the documentation that exist", () => {
  const led = walkThroughs
    .flatMap(({ steps }) => steps.map(({ to }) => /\/docs\/([\w-]+)$/.exec(to)?.[1]))
    .filter(Boolean);
  expect(led.length).toBeGreaterThan(0);
  for (const key of led) expect(documentation.map((page) => page.key)).toContain(key);
});

test("nothing is promised that a person could take for compliance", () => {
  const all = documentation.map(wordsOf).join(" ");
  expect(all).not.toMatch(/guarantee|fully compliant|makes you compliant/);
});

test("each way in which a control's tally says that something was decided is explained", () => {
  const page = documentation.find(({ key }) => key === "control-status")!;
  const explained = page.blocks.flatMap((block) => (block.kind === "facts" ? block.rows.map(([word]) => word) : []));
  const ways = sayBasis({ machine: 1, register: 1, person: 1, documents: 1, notApplicable: 0 }).split(", ");
  expect(explained.map((word) => `1 ${word.toLowerCase()}`)).toEqual(expect.arrayContaining(ways));
});
