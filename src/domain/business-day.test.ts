import fc from "fast-check";
import { expect, test } from "vitest";
import { afterBusinessDay } from "./business-day.ts";

const HOUR_MS = 3_600_000;
const isWeekday = (at: number) => ![0, 6].includes(new Date(at).getUTCDay());

test("a business day is 24 hours of weekdays in UTC, whenever it begins", () => {
  fc.assert(
    fc.property(fc.integer({ min: -500_000, max: 500_000 }), (hour) => {
      const from = hour * HOUR_MS;
      let at = from;
      for (let hours = 0; hours < 24; at += HOUR_MS) if (isWeekday(at)) hours += 1;
      // A day that ends as a weekend begins is over as that ends: what is due on a Saturday is due on Monday.
      while (!isWeekday(at)) at += HOUR_MS;
      expect(afterBusinessDay(new Date(from))).toEqual(new Date(at));
    }),
  );
  expect(afterBusinessDay(new Date(Number.NaN)).getTime()).toBeNaN();
});
