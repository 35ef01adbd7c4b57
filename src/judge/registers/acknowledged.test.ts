import fc from "fast-check";
import { expect, test } from "vitest";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import { allAcknowledged, readAcknowledgedPage } from "./acknowledged.ts";

const HASH = "a".repeat(64);
const row = (personId: string, vouched: string | undefined, day: number) =>
  sealedRow(`${personId} ${vouched} ${day}`, {
    policyId: "p",
    versionId: "v",
    personId,
    sha256: HASH,
    leaf: HASH,
    at: `2026-01-0${day}T00:00:00.000Z`,
    ...(vouched !== undefined && { vouched }),
  });

test("whoever acknowledged a text only by an address that its writer alone confirmed is said, however rows come and are cut into pages", () => {
  const rows = fc.array(
    fc.tuple(
      fc.constantFrom("ann", "ben"),
      fc.constantFrom("alone", "another", "directory", undefined),
      fc.integer({ min: 1, max: 3 }),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 8 }), (given, size) => {
      const all = given.map(([person, vouched, day]) => row(person, vouched, day));
      const pages = all.flatMap((_, at) => (at % size === 0 ? [readAcknowledgedPage(all.slice(at, at + size))] : []));
      const { alone } = allAcknowledged(pages);
      const expected = ["ann", "ben"].filter((person) => {
        const counted = given.filter(([own, vouched]) => own === person && vouched !== undefined);
        return counted.length > 0 && counted.every(([, vouched]) => vouched === "alone");
      });
      expect([...(alone.get(`p ${HASH}`) ?? [])].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(expected);
    }),
  );
});
