import { expect, test } from "vitest";
import { whichVendor } from "./same-vendor.ts";

const which = whichVendor([
  { id: "old", name: "Vendor, Ltd.", site: "https://www.vendor.example/trust?x=1" },
  { id: "named", name: "vendor ltd" },
  { id: "sited", name: "Other", site: "http://vendor.example:8443/" },
  { id: "renamed", name: "Third" },
  { id: "renamed", name: "OTHER" },
  { id: "none", name: "!!", site: "no address" },
  { id: "nothing" },
  { id: "else", name: "Else", site: "https://else.example" },
]);

test("records with one name or one website are one vendor's, by each name that they had", () => {
  expect(["named", "sited", "renamed"].map((id) => which(id) === which("old"))).toEqual([true, true, true]);
  expect(new Set(["old", "none", "nothing", "else"].map((id) => which(id))).size).toBe(4);
});
