import { expect, test } from "vitest";
import { judgeForgery } from "#tests/support/judge-forgery.ts";

const FIRST = 1_000;
const COUNT = 3_000;

test("S4: 3,000 forged bundles of a grammar, none accepted with the key given, none VERIFIED without it", async () => {
  const faults: string[] = [];
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) faults.push(...(await judgeForgery(seed)));
  expect(faults).toEqual([]);
}, 3_600_000);
