import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { tellPage } from "#judge/registers/told-pages.ts";
import { citedExhibit, rowOf } from "#tests/support/generated-rows.ts";
import { pageMaker } from "./page-maker.ts";

// Also longer than there is room for at first, and of letters that take up to four bytes.
const title = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constant("ä".repeat(400_000)),
  fc.constant("x".repeat(600_000)),
);
const row = rowOf({ title, report: citedExhibit, retest: citedExhibit, testedOn: fc.constant("2026-03-01") });
const pages = fc.array(
  fc.record({
    register: fc.constantFrom("sites", "tests", "roles"),
    parts: fc.array(fc.array(row, { maxLength: 3 }), { maxLength: 4 }),
  }),
  { maxLength: 4 },
);

test("a page that is made some rows at a time has the text and is told of as one of all its rows, while the page after it is made", () => {
  fc.assert(
    fc.property(pages, (given) => {
      const maker = pageMaker();
      const whole = ({ register, parts }: (typeof given)[number]) => {
        const page = { register, rows: parts.flat() };
        return { text: canonicalJson(page as unknown as CanonicalValue), told: tellPage(page) };
      };
      const made = given.map(({ register, parts }) => {
        const page = maker.begin(register);
        for (const rows of parts) page.add(rows);
        return page.end();
      });
      // The texts of the last two pages are there; those before them gave their place to others.
      for (const [at, page] of made.entries()) {
        const expected = whole(given[at]!);
        expect(page.told).toEqual(expected.told);
        expect([page.register, page.text.length]).toEqual([given[at]!.register, Buffer.byteLength(expected.text)]);
      }
      expect(made.slice(-2).map(({ text }) => text.toString("utf8"))).toEqual(
        given.slice(-2).map((page) => whole(page).text),
      );
    }),
    { numRuns: 60 },
  );
});
