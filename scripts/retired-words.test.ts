import { expect, test } from "vitest";
import { retired, retiredIn, retiredNamesIn } from "./retired-words.ts";

test.each(retired.map(({ old }) => old))("retired wording is found in any case and over a line's end: %s", (old) => {
  const broken = old.toUpperCase().replaceAll(" ", "\n   ");
  expect(retiredIn(`before ${broken} after`)).toHaveLength(1);
});

test("what replaced it is no retired wording itself", () => {
  expect(retired.flatMap(({ use }) => retiredIn(use))).toEqual([]);
});

test("a retired name is found as a whole word, with what is used now", () => {
  expect(retiredNamesIn("const out: WayOut = openVendorClient();")).toEqual(["WayOut is now VendorClient"]);
  expect(retiredNamesIn("const wonderful = awayOutside();")).toEqual([]);
});
