import { afterAll, beforeAll, expect, test } from "vitest";
import { openLayoutLook } from "../layout/look-at-layout.ts";
import type { LayoutLook } from "../layout/look-at-layout.ts";

// The widths that tests/layout leaves out, and those it has, because layouts change between them.
const widths = [320, 390, 768, 1024, 1440, 2560];

let look: LayoutLook;
beforeAll(async () => {
  look = await openLayoutLook();
});
afterAll(() => look.close());

test("axe finds nothing on any route, in the light and in the dark", async () => {
  const barriers: string[] = [];
  for (const address of look.addresses) {
    await look.faultsOf(address, [1440]);
    for (const theme of ["light", "dark"] as const) barriers.push(...(await look.barriersOf(address, theme)));
  }
  expect(barriers).toEqual([]);
});

test("U2: at every width no page scrolls sideways, writes over itself or cuts an action off", async () => {
  const faults: string[] = [];
  for (const address of look.addresses) faults.push(...(await look.faultsOf(address, widths)));
  expect(faults).toEqual([]);
});
