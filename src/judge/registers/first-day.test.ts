import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordFields } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { inDays, sealedRow } from "#tests/support/sealed-rows.ts";
import { firstDayOf } from "./first-day.ts";

const day = (days: number) => inDays(days).toISOString();
interface Record {
  readonly start: number;
  /** Days of work until they left; absent where nobody stated it. */
  readonly stayed: number | undefined;
  /** Days after that on which it was written. */
  readonly said: number;
}
const rowsOf = (records: readonly Record[]): SnapshotRow[] =>
  records.map(({ start, stayed, said }, at) => {
    const ends: RecordFields = stayed === undefined ? {} : { endsAt: day(start + stayed) };
    const more = stayed === undefined ? {} : { endSaidAt: day(start + stayed + said) };
    return sealedRow(`person${at}`, { startsAt: day(start), ...ends }, at + 1, more);
  });

/** The same in the slowest way: records that follow each other are joined until none is. */
function slowly(records: readonly Record[]): number[] {
  const left = ({ start, stayed, said }: Record) =>
    stayed === undefined ? Infinity : start + stayed + Math.max(0, said);
  const first = records.map(({ start }) => start);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [at, own] of records.entries())
      for (const [before, other] of records.entries())
        if (other.start <= own.start && own.start < left(other) + 90 && first[before]! < first[at]!) {
          first[at] = first[before]!;
          isChanged = true;
        }
  }
  return first;
}

const record = fc.record({
  start: fc.integer({ min: -1000, max: 0 }),
  stayed: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
  said: fc.integer({ min: -50, max: 200 }),
});

test("records of one person go on with those before them, unless they were away for 90 days", () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
      const rows = rowsOf(records);
      const first = firstDayOf(rows, () => "one");
      expect(rows.map(first)).toEqual(slowly(records).map((days) => inDays(days).getTime()));
    }),
    { numRuns: 60 },
  );
});

test("each record is read a few times, however many are one person's", () => {
  let read = 0;
  const rows = rowsOf(Array.from({ length: 3000 }, (_, at) => ({ start: -at, stayed: undefined, said: 0 }))).map(
    (row): SnapshotRow => ({
      ...row,
      get fields() {
        read += 1;
        return row.fields;
      },
    }),
  );
  const first = firstDayOf(rows, () => "one");
  expect(new Set(rows.map(first))).toEqual(new Set([inDays(-2999).getTime()]));
  expect(read).toBeLessThanOrEqual(4 * rows.length);
});

test("nobody has a first day where it was not sealed what one of their records said before", () => {
  const [row, other] = rowsOf([
    { start: -400, stayed: 100, said: 0 },
    { start: -10, stayed: undefined, said: 0 },
  ]) as [SnapshotRow, SnapshotRow];
  const { firstStart: _, ...unsealed } = row;
  expect(firstDayOf([row, other], () => "one")(other)).toBe(inDays(-10).getTime());
  expect(firstDayOf([unsealed, other], () => "one")(other)).toBeNaN();
  expect(firstDayOf([unsealed, other])(other)).toBe(inDays(-10).getTime());
});
