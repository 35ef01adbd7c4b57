import fc from "fast-check";
import { expect, test } from "vitest";
import { formerlyHigh } from "./former-rating.ts";
import type { RatingEvent } from "./former-rating.ts";

const HOUR = 3_600_000;
const BASE = Date.parse("2026-06-01T00:00:00.000Z");
const at = (hours: number) => new Date(BASE + hours * HOUR);
const MONTH = 30 * 24;

const rates = (hours: number, rating: string | null, by = "adam", vendorId = "hostly"): RatingEvent => ({
  vendorId,
  at: at(hours),
  by,
  rating,
});
const ends = (hours: number, isEnded = true, by = "adam"): RatingEvent => ({
  vendorId: "hostly",
  at: at(hours),
  by,
  isEnded,
});
const isSame = (a: string, b: string) => a === b || [a, b].toSorted().join() === "adam,adam's other account";
const vendorsOf = (events: readonly RatingEvent[], confirmed: readonly (readonly [string, number])[] = []) =>
  formerlyHigh(
    events,
    confirmed.map(([by, hours]) => ({ by, at: at(hours) })),
    isSame,
  );

test.each<[string, readonly RatingEvent[], boolean]>([
  ["rated high", [rates(0, "high")], false],
  ["never rated high", [rates(0, "low"), rates(MONTH, "medium"), ends(MONTH + 1)], false],
  ["rated low after a month", [rates(0, "high"), rates(MONTH, "low")], true],
  ["rated medium after a month", [rates(0, "high"), rates(MONTH, "medium")], true],
  ["not rated any more", [rates(0, "high"), rates(MONTH, null)], true],
  ["ended after a month", [rates(0, "high"), ends(MONTH)], true],
  ["ended, and reopened", [rates(0, "high"), ends(MONTH), ends(MONTH + 1, false)], false],
  [
    "ended, reopened and rated low",
    [rates(0, "high"), ends(MONTH), ends(MONTH + 1, false), rates(MONTH + 2, "low")],
    true,
  ],
  ["rated high by a slip, which was mended within a day", [rates(0, "high"), rates(23, "low")], false],
  ["entered by mistake", [rates(0, "high"), ends(1)], false],
  ["rated lower within a day by somebody else", [rates(0, "high"), rates(1, "low", "bea")], true],
  [
    "lowered, and raised again for an hour",
    [rates(0, "high"), rates(MONTH, "low"), rates(MONTH + 1, "high"), rates(MONTH + 2, "low")],
    true,
  ],
])("of a vendor that was %s it is known whether one person took it out of what is asked", (_, events, isKept) => {
  expect(vendorsOf(events).map(({ vendorId }) => vendorId)).toEqual(isKept ? ["hostly"] : []);
});

const lowered = [rates(0, "high"), rates(MONTH, "low")];
test.each<[string, readonly RatingEvent[], readonly (readonly [string, number])[], boolean]>([
  ["somebody else", lowered, [["bea", MONTH + 1]], true],
  ["who lowered it", lowered, [["adam", MONTH + 1]], false],
  ["another account of who lowered it", lowered, [["adam's other account", MONTH + 1]], false],
  ["somebody else, before it was lowered", lowered, [["bea", MONTH - 1]], false],
  [
    "somebody else, while it was high again",
    [...lowered, rates(MONTH + 1, "high"), rates(MONTH + 3, "low")],
    [["bea", MONTH + 2]],
    false,
  ],
  ["somebody else, who lowered it further", [...lowered, rates(MONTH + 1, null, "bea")], [["bea", MONTH + 2]], true],
  [
    "who lowered it when somebody else had raised it",
    [...lowered, rates(MONTH + 1, "high", "bea"), rates(MONTH + 50, "low", "bea")],
    [["adam", MONTH + 51]],
    false,
  ],
  [
    "who lowered it first, where another confirmed it high and lowered it since",
    [...lowered, rates(MONTH + 1, "high"), rates(MONTH + 50, "low", "bea")],
    [
      ["bea", MONTH + 2],
      ["adam", MONTH + 51],
    ],
    false,
  ],
  [
    "somebody who confirmed it while it was high, within a day",
    [rates(0, "high"), rates(2, "low")],
    [["bea", 1]],
    false,
  ],
])("a vendor that was lowered is let go by a confirmation, where it is of %s", (_, events, confirmed, isLetGo) => {
  expect(vendorsOf(events, confirmed).length).toBe(isLetGo ? 0 : 1);
});

test("vendors tell nothing of each other, and each is named with when it was lowered last", () => {
  const events = [
    rates(0, "high"),
    rates(MONTH, "low"),
    rates(1, "high", "adam", "mailer"),
    rates(0, "low", "adam", "payer"),
  ];
  expect(vendorsOf(events)).toEqual([{ vendorId: "hostly", until: at(MONTH).toISOString() }]);
});

const people = ["adam", "adam's other account", "bea", "cleo"];
const step = fc.record({
  wait: fc.integer({ min: 1, max: 40 }),
  by: fc.constantFrom(...people),
  act: fc.constantFrom("high", "medium", "low", null, "end", "reopen", "confirm"),
});

test("nobody alone takes a vendor out of what is asked that was rated high for a day, by any order of edits, ends and confirmations", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let hours = 0;
      const events: RatingEvent[] = [];
      const confirmed: [string, number][] = [];
      /** Each state by the hour from which it stands, by whom it was made so. */
      const stands: { from: number; by: string; isHigh: boolean }[] = [];
      let [rating, isEnded] = [null as string | null, false];
      for (const { wait, by, act } of steps) {
        hours += wait;
        if (act === "confirm") confirmed.push([by, hours]);
        else {
          if (act === "end" || act === "reopen") isEnded = act === "end";
          else rating = act;
          events.push(act === "end" || act === "reopen" ? ends(hours, isEnded, by) : rates(hours, rating, by));
          stands.push({ from: hours, by, isHigh: rating === "high" && !isEnded });
        }
      }
      const last = stands.at(-1);
      if (!last || last.isHigh || vendorsOf(events, confirmed).length > 0) return;
      // Nothing is asked: for each time that it was high for a day, two people said that it is not.
      stands.forEach(({ isHigh }, place) => {
        const next = stands.findIndex((own, other) => other > place && !own.isHigh);
        if (!isHigh || next < 0 || stands[next]!.from - stands[place]!.from < 24) return;
        const { from, by } = stands[next]!;
        const lowFrom = (hour: number) => stands.findLast((own) => own.from <= hour)?.isHigh === false;
        const isSeen = confirmed.some(([who, hour]) => hour > from && lowFrom(hour) && !isSame(who, by));
        expect(isSeen).toBe(true);
      });
    }),
    { numRuns: 400 },
  );
});
