import fc from "fast-check";
import { expect, test } from "vitest";
import { askedOf, formerlyAsked } from "./formerly-asked.ts";
import type { AskedEvent } from "./formerly-asked.ts";

const HOUR = 3_600_000;
const BASE = Date.parse("2026-06-01T00:00:00.000Z");
const at = (hours: number) => new Date(BASE + hours * HOUR);
const MONTH = 30 * 24;

const rates = (hours: number, rating: string | null, by = "adam", id = "hostly"): AskedEvent => ({
  id,
  at: at(hours),
  by,
  asked: rating === "high" ? ["high"] : [],
});
const ends = (hours: number, isEnded = true, by = "adam"): AskedEvent => ({
  id: "hostly",
  at: at(hours),
  by,
  isEnded,
});
const approves = (hours: number, by: string): AskedEvent => ({ id: "hostly", at: at(hours), by, isApproved: true });
const isSame = (a: string, b: string) => a === b || [a, b].toSorted().join() === "adam,adam's other account";
const vendorsOf = (events: readonly AskedEvent[], confirmed: readonly (readonly [string, number])[] = []) =>
  formerlyAsked(
    events,
    confirmed.map(([by, hours]) => ({ by, at: at(hours) })),
    isSame,
  );

test.each<[string, readonly AskedEvent[], boolean]>([
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
  expect(vendorsOf(events).map(({ id }) => id)).toEqual(isKept ? ["hostly"] : []);
});

const lowered = [rates(0, "high"), rates(MONTH, "low")];
test.each<[string, readonly AskedEvent[], readonly (readonly [string, number])[], boolean]>([
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
  expect(vendorsOf(events)).toEqual([{ id: "hostly", asked: "high", until: at(MONTH).toISOString() }]);
});

test.each<[string, readonly AskedEvent[], boolean]>([
  ["somebody else, who approves the record", [...lowered, approves(MONTH + 1, "bea")], true],
  ["who lowered it, with another account", [...lowered, approves(MONTH + 1, "adam's other account")], false],
  ["somebody else, before it was lowered", [rates(0, "high"), approves(1, "bea"), rates(MONTH, "low")], false],
  [
    "somebody who approved it while it was high, within a day",
    [rates(0, "high"), approves(1, "bea"), rates(2, "low")],
    false,
  ],
])("a record that was lowered is let go by an approval, where it is of %s", (_, events, isLetGo) => {
  expect(vendorsOf(events).length).toBe(isLetGo ? 0 : 1);
});

test("of what else is asked about a record each is let go by itself", () => {
  const says = (hours: number, ...asked: string[]): AskedEvent => ({ id: "hostly", at: at(hours), by: "adam", asked });
  const events = [says(0, "high", "client", "health"), says(MONTH, "client", "high"), says(MONTH + 2, "high")];
  expect(vendorsOf(events, [["bea", MONTH + 1]]).map(({ asked }) => asked)).toEqual(["client"]);
  expect(vendorsOf(events).map(({ asked, until }) => [asked, until])).toEqual([
    ["client", at(MONTH + 2).toISOString()],
    ["health", at(MONTH).toISOString()],
  ]);
});

test("a limit is asked for as long as it allows no more, and what is asked of another thing names it", () => {
  const register = {
    asksWhere: { critical: { field: "rank", is: ["critical"], of: "systemId" } },
    asksWithin: ["rtoHours"],
  };
  const limits = { rtoHours: [4, 8] };
  const asked = (fields: object) => askedOf(register, { ...fields }, limits);
  expect(asked({ rank: "critical", systemId: "s1", rtoHours: 4 })).toEqual(["critical s1", "rtoHours 4", "rtoHours 8"]);
  expect(asked({ rank: "critical", systemId: "s2", rtoHours: 8 })).toEqual(["critical s2", "rtoHours 8"]);
  expect(asked({ rank: "minor", systemId: "s1", rtoHours: 24 })).toEqual([]);
  expect(asked({ rank: "critical" })).toEqual([]);
});

const people = ["adam", "adam's other account", "bea", "cleo"];
const step = fc.record({
  wait: fc.integer({ min: 1, max: 40 }),
  by: fc.constantFrom(...people),
  act: fc.constantFrom("high", "medium", "low", null, "end", "reopen", "confirm", "approve"),
});

test("nobody alone takes a vendor out of what is asked that was rated high for a day, by any order of edits, ends and confirmations", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let hours = 0;
      const events: AskedEvent[] = [];
      const confirmed: [string, number][] = [];
      const approved: [string, number][] = [];
      /** Each state by the hour from which it stands, by whom it was made so. */
      const stands: { from: number; by: string; isHigh: boolean }[] = [];
      let [rating, isEnded] = [null as string | null, false];
      for (const { wait, by, act } of steps) {
        hours += wait;
        if (act === "confirm") confirmed.push([by, hours]);
        else if (act === "approve") {
          approved.push([by, hours]);
          events.push(approves(hours, by));
        }
        if (act !== "confirm" && act !== "approve") {
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
        const isSeen = [...confirmed, ...approved].some(
          ([who, hour]) => hour > from && lowFrom(hour) && !isSame(who, by),
        );
        expect(isSeen).toBe(true);
      });
    }),
    { numRuns: 400 },
  );
});
