import { expect, test } from "vitest";
import { sha256OfText } from "../sha256.ts";
import { alteredPage } from "./altered-page.ts";

const titleOf = (id: unknown) => (id === "p1" ? "Access policy" : "a policy");
const page = (...rows: object[]) => ({ rows: rows.map((fields, at) => ({ id: `${at}`, fields })) });
const version = (text: string, policyId = "p1") => ({ number: 2, policyId, text, leaf: sha256OfText("As approved") });

test("a page that was altered is named by its register, with how many rows are missing and which text is another", () => {
  const own = { key: "policy-acknowledgments", count: 3, rows: 3 };
  const what = "its page of policy acknowledgments (inputs/a) was altered";
  expect(alteredPage("inputs/a", own, page(), titleOf)).toBe(what);
  expect(alteredPage("inputs/a", { ...own, rows: 2 }, page(), titleOf)).toBe(`${what}: 1 of 3 rows are missing`);
  expect(alteredPage("inputs/a", { ...own, count: 1, rows: 0 }, undefined, titleOf)).toBe(
    `${what}: 1 of 1 row is missing`,
  );
  const versions = { key: "policy-versions", count: 2, rows: 2 };
  const said = alteredPage("inputs/b", versions, page(version("As approved"), version("As they like")), titleOf);
  expect(said).toBe(
    "its page of policy versions (inputs/b) was altered: the text of version 2 of Access policy is not the one in the ledger",
  );
  expect(alteredPage("inputs/b", versions, "no page", titleOf)).not.toContain("version 2");
});
