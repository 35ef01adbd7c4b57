import { afterAll, beforeAll, expect, test } from "vitest";
import { openLayoutLook } from "../layout/look-at-layout.ts";
import type { LayoutLook } from "../layout/look-at-layout.ts";
import { registerAddresses } from "../layout/screens.ts";

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

test("each register, and the form of a new record of each, is whole at both widths and for axe in both themes", async () => {
  const faults: string[] = [];
  for (const address of registerAddresses) {
    faults.push(...(await look.faultsOf(address, [390, 1440])));
    for (const theme of ["light", "dark"] as const) faults.push(...(await look.barriersOf(address, theme)));
  }
  expect(faults).toEqual([]);
});

test("the keyboard alone reaches whatever can be pressed or filled on every page, and is seen there", async () => {
  const missed: string[] = [];
  for (const address of [...look.addresses, ...registerAddresses]) {
    await look.faultsOf(address, [1440]);
    missed.push(...(await look.missedByKeyboard(address)));
  }
  expect(missed).toEqual([]);
});

test("U2: at every width no page scrolls sideways, writes over itself or cuts an action off", async () => {
  const faults: string[] = [];
  for (const address of look.addresses) faults.push(...(await look.faultsOf(address, widths)));
  expect(faults).toEqual([]);
});
