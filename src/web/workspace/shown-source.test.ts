import { expect, test } from "vitest";
import { shownSource } from "./shown-source.ts";

const ID = "0236c5f1-4b5e-4ddf-bccc-9a3f0e4adc71";

test.each([
  ["Exhibit registers", "Exhibit registers"],
  ["Exhibit registers (GitHub (acme))", "Exhibit registers (GitHub (acme))"],
  [`Exhibit registers (calder.test, ${ID})`, "Exhibit registers (calder.test)"],
  // A report's own words stay as they are.
  [`Report by scan (acme, ${ID})`, `Report by scan (acme, ${ID})`],
])("%s reads %s", (source, shown) => {
  expect(shownSource(source)).toBe(shown);
});
