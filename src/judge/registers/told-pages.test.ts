import fc from "fast-check";
import { expect, test } from "vitest";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { citedExhibit, rowOf } from "#tests/support/generated-rows.ts";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import { aboutRows } from "./about-rows.ts";
import { withoutLateEnds } from "./alone.ts";
import { registersOf } from "./read-registers.ts";
import { wronglyCited } from "./shown.ts";
import { tellPage } from "./told-pages.ts";
import type { ToldPage } from "./told-pages.ts";

const now = new Date("2026-11-30T12:00:00.000Z");
const manifest = { registers: [] } as unknown as SnapshotManifest;
const keys = ["sites", "tests", "roles"];

const row = rowOf(
  {
    plan: citedExhibit,
    report: citedExhibit,
    retest: citedExhibit,
    planDatedOn: fc.constantFrom("2026-01-01", "2026-06-01"),
    testedOn: fc.constant("2026-03-01"),
  },
  { made: fc.dictionary(citedExhibit, fc.constantFrom("2026-02-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z")) },
);
const pagesOf = fc.array(fc.record({ register: fc.constantFrom(...keys), rows: fc.array(row, { maxLength: 5 }) }), {
  maxLength: 5,
});
const said = fc.constantFrom(
  undefined,
  { contributors: null, managers: null },
  { contributors: "2026-01-01T00:00:00.000Z", managers: "2026-01-01T00:00:00.000Z" },
);

test("what was told of pages while their rows were at hand is what these say when they are read", () => {
  fc.assert(
    fc.property(pagesOf, said, (pages, since) => {
      const told = pages.map((page): ToldPage => ({ ...page, told: tellPage(page) }));
      const about = (given: readonly ToldPage[]) => {
        const judged = withoutLateEnds(given, since, now);
        const register = registersOf(manifest, judged);
        return { about: keys.map((key) => aboutRows(register(key))), wrong: wronglyCited(judged)?.wrong };
      };
      expect(about(told)).toEqual(about(pages));
    }),
  );
});

test("nobody reads a page again for what was told of it", () => {
  const page: SnapshotPage = { register: "sites", rows: [sealedRow("one", { plan: "EX-000001" })] };
  const unread: ToldPage = {
    register: "sites",
    told: tellPage(page),
    get rows(): never {
      throw new Error("It is read.");
    },
  };
  const register = registersOf(manifest, withoutLateEnds([unread], undefined, now));
  expect({ size: aboutRows(register("sites")).size, wrong: wronglyCited([unread])?.wrong }).toEqual({
    size: 1,
    wrong: wronglyCited([page])?.wrong,
  });
});
