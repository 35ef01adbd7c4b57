import fc from "fast-check";
import { expect, test } from "vitest";
import { formerStarts } from "./former-start.ts";
import type { StartEvent } from "./former-start.ts";

const HOUR = 3_600_000;
const BASE = Date.parse("2026-06-01T00:00:00.000Z");
const at = (hours: number) => new Date(BASE + hours * HOUR);
const day = (days: number) => at(24 * days).toISOString();
const [MONTH, NEW, OLD] = [30 * 24, day(-5), day(-900)];

/** That one record says a day from an hour on. */
const says = (hours: number, start: string | null, by = "adam", personId = "dan"): StartEvent => ({
  personId,
  at: at(hours),
  by,
  day: start,
});
const ends = (hours: number, isEnded = true, personId = "dan"): StartEvent => ({
  personId,
  at: at(hours),
  by: "adam",
  isEnded,
});
const acts = (hours: number, by = "adam", personId = "dan"): StartEvent => ({ personId, at: at(hours), by });
const daysOf = (events: readonly StartEvent[], confirmed: readonly (readonly [string, number])[] = []) =>
  formerStarts(
    events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    () => "one",
    confirmed.map(([by, hours]) => ({ by, at: at(hours) })),
    (a, b) => a === b || [a, b].toSorted().join() === "adam,adam's other account",
  ).flatMap(({ days }) => days);

test.each<[string, readonly StartEvent[], readonly string[]]>([
  ["one day", [says(0, NEW)], []],
  ["a day that was moved back after a month", [says(0, NEW), says(MONTH, OLD)], [NEW]],
  ["one that was mended within a day", [says(0, NEW), says(23, OLD)], []],
  ["one that was typed over the right one, and mended", [says(0, OLD), says(MONTH, NEW), says(MONTH + 2, OLD)], [OLD]],
  [
    "one that was moved back a little every few hours",
    [0, 1, 2, 3].map((by) => says(by * 20, day(-by * 300))),
    [day(-600), day(-300)],
  ],
  ["one that was taken out for a time", [says(0, NEW), says(1, null), says(MONTH, OLD)], [NEW]],
  ["one that cannot be read", [says(0, NEW), says(1, "soon"), says(MONTH, OLD)], [NEW]],
  ["one that was moved on before it was moved back", [says(0, NEW), says(MONTH, day(1)), says(MONTH + 1, OLD)], [NEW]],
  ["one that was put off before it came", [says(0, day(9)), says(MONTH / 6, day(12))], []],
  [
    "one that was put off, and then moved back",
    [says(0, day(9)), says(MONTH / 6, day(12)), says(MONTH / 6 + 1, OLD)],
    [day(9)],
  ],
  ["one that was put off after it came", [says(0, day(9)), says(MONTH, day(40))], [day(9)]],
  ["an end, of one record alone", [says(0, NEW), ends(1), says(MONTH, OLD)], [NEW]],
])("of %s the days of before are kept that were no mistake", (_, events, days) => {
  expect(daysOf(events)).toEqual(days);
});

const again = (hours: number) => says(hours, OLD, "adam", "dan again");
test.each<[string, readonly StartEvent[], readonly string[]]>([
  ["was ended after a month", [says(0, NEW), ends(MONTH), again(MONTH + 1)], [NEW, OLD]],
  ["was ended within a day", [says(0, NEW), ends(1), again(2)], [OLD]],
  ["was ended, reopened and stands", [says(0, NEW), ends(1), ends(2, false), again(3)], [NEW]],
  ["stands", [again(0), says(MONTH, NEW)], [NEW, OLD]],
])("the day of one record is asked of another of the same person, where it %s", (_, events, days) => {
  expect(daysOf(events)).toEqual(days.toSorted());
});

test.each<[string, readonly StartEvent[], readonly (readonly [string, number])[], boolean]>([
  ["somebody else", [], [["bea", MONTH + 1]], true],
  ["who moved it", [], [["adam", MONTH + 1]], false],
  ["another account of who moved it", [], [["adam's other account", MONTH + 1]], false],
  ["somebody else, before it was moved", [], [["bea", MONTH - 1]], false],
  ["somebody who moved it on later", [says(MONTH + 2, day(-901), "bea")], [["bea", MONTH + 3]], false],
  ["somebody who moved it on after that", [says(MONTH + 2, day(-901), "bea")], [["bea", MONTH + 1]], true],
  ["somebody else, of two records", [acts(MONTH + 2, "adam", "dan again")], [["bea", MONTH + 3]], true],
  ["who wrote of the other record before", [acts(-1, "bea", "dan again")], [["bea", MONTH + 3]], true],
  ["who wrote of the other record", [acts(1, "bea", "dan again")], [["bea", MONTH + 3]], false],
  [
    "somebody else, before an account was said to be the other's",
    [acts(MONTH + 2, "adam", "dan again")],
    [["bea", MONTH + 1]],
    false,
  ],
])("a day that was moved back is let go by a confirmation, where it is of %s: %#", (_, more, confirmed, isLetGo) => {
  expect(daysOf([says(0, NEW), says(MONTH, OLD), ...more], confirmed).includes(NEW)).toBe(!isLetGo);
});

test("records of different people tell nothing of each other", () => {
  const events = [says(0, NEW), says(1, NEW, "adam", "eve"), says(MONTH, OLD), says(MONTH, OLD, "adam", "zoe")];
  expect(
    formerStarts(
      events,
      (id) => id,
      [],
      () => true,
    ),
  ).toEqual([{ people: ["dan"], days: [NEW] }]);
});

const ids = ["dan", "dan again", "dan once more"];
const step = fc.record({
  wait: fc.integer({ min: 0, max: 40 }),
  id: fc.constantFrom(...ids),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -500, max: 60 }).map((days) => ({ day: day(days) })) },
    { weight: 1, arbitrary: fc.constant({ day: null }) },
    { weight: 1, arbitrary: fc.boolean().map((isEnded) => ({ isEnded })) },
  ),
});

test("nobody alone turns somebody who was new for a day into somebody who is not, by any order of edits, ends and new records", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 9 }), fc.integer({ min: 1, max: 3 }), (steps, records) => {
      let hours = 0;
      const events = steps.map(({ wait, id, act }): StartEvent => {
        hours += wait;
        return { personId: ids[ids.indexOf(id) % records]!, at: at(hours), by: "adam", ...act };
      });
      const last = hours + 30;
      const isNew = (start: string) => Date.parse(start) > at(last).getTime() - 365 * 24 * HOUR;
      /** Hour by hour, what the records say that have not ended. */
      const said: boolean[] = [];
      const [now, ended] = [new Map<string, string>(), new Set<string>()];
      for (let hour = 0; hour <= last; hour += 1) {
        for (const { personId, day: start, isEnded } of events.filter(
          (own) => own.at.getTime() === at(hour).getTime(),
        )) {
          if (start) now.set(personId, start);
          if (start === null) now.delete(personId);
          if (isEnded) ended.add(personId);
          if (isEnded === false) ended.delete(personId);
        }
        const open = [...now].filter(([id]) => !ended.has(id) || records === 1).map(([, start]) => start);
        said.push(open.length === 0 ? said.at(-1) === true : open.some(isNew));
      }
      const wasNew = said.some((_, hour) => hour + 24 < said.length && said.slice(hour, hour + 25).every(Boolean));
      const former = formerStarts(
        events,
        () => "one",
        [{ by: "adam", at: at(last) }],
        (a, b) => a === b,
      );
      const days = former.flatMap((own) => own.days);
      // Of whom nobody says when they start it is unknown.
      const isLost = ({ personId }: StartEvent) => now.has(personId) && ![now.get(personId)!, ...days].some(isNew);
      expect(wasNew ? events.filter(isLost) : []).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("that records are one person's takes no day away that one of them would ask by itself", () => {
  // Somebody with a later day gets the mailbox, and the earlier day is moved back by the same person.
  const [EARLIER, LATER] = [day(-200), day(-100)];
  const handed = [says(0, EARLIER), says(1, LATER, "adam", "eve"), says(MONTH, OLD)];
  expect(daysOf(handed)).toEqual([EARLIER, LATER]);
  const acts = fc.record({
    wait: fc.integer({ min: 0, max: 40 }),
    id: fc.constantFrom(...ids),
    by: fc.constantFrom("adam", "bea"),
    act: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -500, max: 60 }).map((days) => ({ day: day(days) })) },
      { weight: 1, arbitrary: fc.constant({ day: null }) },
      { weight: 1, arbitrary: fc.boolean().map((isEnded) => ({ isEnded })) },
      { weight: 1, arbitrary: fc.constant({}) },
    ),
  });
  const looks = fc.array(fc.tuple(fc.constantFrom("adam", "bea"), fc.integer({ min: 0, max: 300 })), { maxLength: 2 });
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 9 }), looks, (steps, looked) => {
      let hours = 0;
      const events = steps.map(({ wait, id, by, act }): StartEvent => {
        hours += wait;
        return { personId: id, at: at(hours), by, ...act };
      });
      const confirmed = looked.map(([by, hour]) => ({ by, at: at(hour) }));
      const isSame = (a: string, b: string) => a === b;
      const together = formerStarts(events, () => "one", confirmed, isSame).flatMap(({ days }) => days);
      for (const { days } of formerStarts(events, (id) => id, confirmed, isSame))
        expect(together).toEqual(expect.arrayContaining([...days]));
    }),
    { numRuns: 400 },
  );
});

test("of thousands of records that a shared address makes one person's each is looked at a few times", () => {
  const count = 3_000;
  let looks = 0;
  // The latest day goes with each step, so that another one is the latest.
  const counted = (event: StartEvent): StartEvent =>
    new Proxy(event, {
      get: (own, name) => {
        looks += 1;
        return Reflect.get(own, name) as unknown;
      },
    });
  const events = [
    ...Array.from({ length: count }, (_, n) => says(n / 1_000, day(n - count), "adam", `record ${n}`)),
    ...Array.from({ length: count }, (_, n) => ends(MONTH + n, true, `record ${count - 1 - n}`)),
  ].map(counted);
  let asked = 0;
  const former = formerStarts(
    events,
    () => "one",
    [
      { by: "adam", at: at(3 * MONTH + count) },
      { by: "bea", at: at(MONTH + 1) },
    ],
    (a, b) => {
      asked += 1;
      return a === b;
    },
  );
  expect(former.map(({ people }) => people.length)).toEqual([count]);
  const perEvent = Math.log2(events.length) * 4;
  expect(looks).toBeLessThan(events.length * perEvent);
  expect(asked).toBeLessThan(events.length * 4);
});
