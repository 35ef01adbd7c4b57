import { afterAll, beforeAll, expect, test } from "vitest";
import { turnOf } from "../support/every-case.ts";
import { openLayoutLook } from "./look-at-layout.ts";
import type { LayoutLook } from "./look-at-layout.ts";
import { unknownPatterns } from "./screens.ts";

// Every route with names of 300 letters, from right to left, emoji, letters of other scripts, rules of 40 words: on the
// narrowest phone, and where a page stands beside its panel: one of the two each day, and of the next address the other.
// tests/long/layout.test.ts has the other widths, and colors.
const widths = [320, 1440];

let look: LayoutLook;
const [faults, barriers]: [string[], string[]] = [[], []];
beforeAll(async () => {
  look = await openLayoutLook();
  // A third of the routes each day; tests/long asks of all, and of their panels and dialogs, too.
  const asked = turnOf(
    look.addresses.filter((address) => !address.includes("?")),
    3,
  );
  for (const [at, address] of look.addresses.entries()) {
    // Each route on each day, its panels, tabs and dialogs on two of four.
    const seen = turnOf(widths, address.includes("?") ? 4 : 2, at);
    if (seen.length > 0) faults.push(...(await look.faultsOf(address, seen)));
    if (asked.includes(address)) barriers.push(...(await look.barriersOf(address)));
  }
}, 900_000);
afterAll(() => look?.close());

test("every field that a person or a vendor writes took an unusual text", () => {
  expect(look.company.refused).toEqual([]);
});

test("every address that is looked at belongs to a route that there is", () => {
  expect(unknownPatterns()).toEqual([]);
});

test("U2: no page scrolls sideways, writes over itself or cuts an action off, whatever people and vendors write", () => {
  expect(faults).toEqual([]);
});

test("on each route axe finds each control named and each role whole, before its author asks", () => {
  expect(barriers).toEqual([]);
});
