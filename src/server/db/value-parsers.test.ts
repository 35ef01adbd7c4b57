import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";

// Before anything sets others.
const theirs = {
  instant: pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown,
  uuids: pg.types.getTypeParser(2951 as never) as (text: string) => unknown,
};
const { parseInstant, parseUuids } = await import("./value-parsers.ts");

const padded = (most: number, width: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(width, "0"));

test("an instant is read as the driver reads it, however the database writes it", () => {
  const day = fc.tuple(padded(9_999, 4), padded(12, 2), padded(31, 2)).map((parts) => parts.join("-"));
  const time = fc.tuple(padded(23, 2), padded(59, 2), padded(59, 2)).map((parts) => parts.join(":"));
  const fraction = fc.oneof(
    fc.constant(""),
    fc.integer({ min: 1, max: 999_999 }).map((micros) => `.${String(micros).padStart(6, "0").replace(/0+$/, "")}`),
  );
  const zone = fc.constantFrom("+00", "+00", "+02", "-05", "+05:30", "+00 BC");
  fc.assert(
    fc.property(day, time, fraction, zone, (date, clock, part, where) => {
      const text = `${date} ${clock}${part}${where}`;
      expect(parseInstant(text)).toEqual(theirs.instant(text));
    }),
    { numRuns: 2_000 },
  );
  for (const text of [
    "infinity",
    "-infinity",
    "12026-01-02 03:04:05+00",
    "2026-01-02 03:04:05,5+00",
    "2026-01-02 03:04:05x1+00",
  ])
    expect(parseInstant(text)).toEqual(theirs.instant(text));
});

test("lists of ids are read as the driver reads them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 5, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constant("NULL") }), {
        maxLength: 40,
      }),
      (ids) => {
        const text = `{${ids.join(",")}}`;
        expect(parseUuids(text)).toEqual(theirs.uuids(text));
      },
    ),
  );
  // As many letters as ids have.
  const none = `{${Array(37).fill("NULL").join(",")}}`;
  expect(parseUuids(none)).toEqual(theirs.uuids(none));
  const nested = "{{0b1e4a1e-6f8e-4f6e-9d8a-0a3c9a0f1b2c},{0b1e4a1e-6f8e-4f6e-9d8a-0a3c9a0f1b2d}}";
  expect(parseUuids(nested)).toEqual(theirs.uuids(nested));
});
