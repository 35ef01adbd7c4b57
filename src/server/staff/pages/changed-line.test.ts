import { expect, test } from "vitest";
import { comparePolicies } from "#domain/policies/compare.ts";
import { changedLine } from "./changed-line.ts";

const line = (before: string, after: string) => comparePolicies(before, after).map(changedLine).join("");
/** What is read aloud: all words, without tags. */
const heard = (html: string) => html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");

test("what changed in a paragraph is marked in it, and said to whoever hears the page", () => {
  const html = line("Accounts are disabled within 24 hours.", "Accounts are disabled within <8> hours.");
  expect(html).toContain("<del>");
  expect(html).toContain("&lt;8&gt;");
  expect(html).not.toContain("<8>");
  expect(heard(html)).toBe("Changed Accounts are disabled within Removed: 24. End. New: &lt;8&gt;. End. hours.");
});

test("of a long paragraph what lies near its changes is shown", () => {
  const long = "Nothing of this changes at all. ".repeat(40);
  const html = line(`${long}One. ${long}`, `${long}Two. ${long}`);
  expect(html.length).toBeLessThan(500);
  expect(html).toContain("…");
  expect(heard(html)).toContain("Removed: One. End. New: Two. End.");
});
