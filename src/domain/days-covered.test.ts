import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ControlStatus } from "./control-status.ts";
import { dayOf, daysCovered, inOrder } from "./days-covered.ts";
import type { StatusChange } from "./days-covered.ts";

const line = (at: string, status: ControlStatus, reason = status as string): StatusChange => ({
  at: new Date(at),
  status,
  reason,
});
const june = { from: "2026-06-01", to: "2026-06-10" };
const later = new Date("2026-07-01T00:00:00Z");
const nothing = { status: null, reason: "Nothing was recorded yet." };
const failing = { status: "failing", reason: "failing" };

describe("days covered", () => {
  const cases: [string, StatusChange[], Date, number, number, object[]][] = [
    ["nothing recorded covers nothing", [], later, 0, 10, [{ from: "2026-06-01", to: "2026-06-10", ...nothing }]],
    [
      "what passed before the window and never changed covers all",
      [line("2026-05-01T10:00:00Z", "passing")],
      later,
      10,
      10,
      [],
    ],
    ["a control that does not apply is covered", [line("2026-05-01T10:00:00Z", "not applicable")], later, 10, 10, []],
    [
      "a line at midnight begins its day",
      [line("2026-06-03T00:00:00Z", "passing")],
      later,
      8,
      10,
      [{ from: "2026-06-01", to: "2026-06-02", ...nothing }],
    ],
    [
      "a moment later, that day is lost",
      [line("2026-06-03T00:00:00.001Z", "passing")],
      later,
      7,
      10,
      [{ from: "2026-06-01", to: "2026-06-03", ...nothing }],
    ],
    [
      "a minute of failing costs its day, and only that one",
      [
        line("2026-06-01T00:00:00Z", "passing"),
        line("2026-06-04T12:00:00Z", "failing"),
        line("2026-06-04T12:01:00Z", "passing"),
      ],
      later,
      9,
      10,
      [{ from: "2026-06-04", to: "2026-06-04", ...failing }],
    ],
    [
      "failing over midnight costs both days, in one gap",
      [
        line("2026-06-01T00:00:00Z", "passing"),
        line("2026-06-04T23:59:00Z", "failing"),
        line("2026-06-05T00:01:00Z", "passing"),
      ],
      later,
      8,
      10,
      [{ from: "2026-06-04", to: "2026-06-05", ...failing }],
    ],
    [
      "mended exactly at midnight, the next day is whole",
      [
        line("2026-06-01T00:00:00Z", "passing"),
        line("2026-06-04T23:59:00Z", "failing"),
        line("2026-06-05T00:00:00Z", "passing"),
      ],
      later,
      9,
      10,
      [{ from: "2026-06-04", to: "2026-06-04", ...failing }],
    ],
    [
      "gaps of other reasons are listed apart",
      [
        line("2026-06-01T00:00:00Z", "failing", "No second factor."),
        line("2026-06-02T00:00:00Z", "needs evidence", "Expired."),
        line("2026-06-03T00:00:00Z", "passing"),
      ],
      later,
      8,
      10,
      [
        { from: "2026-06-01", to: "2026-06-01", status: "failing", reason: "No second factor." },
        { from: "2026-06-02", to: "2026-06-02", status: "needs evidence", reason: "Expired." },
      ],
    ],
    [
      "today has not passed, the last minute of it neither",
      [line("2026-05-01T00:00:00Z", "passing")],
      new Date("2026-06-05T23:59:59Z"),
      4,
      4,
      [],
    ],
    [
      "a window in the future has no days yet",
      [line("2026-05-01T00:00:00Z", "passing")],
      new Date("2026-05-20T00:00:00Z"),
      0,
      0,
      [],
    ],
    [
      "of two lines at one instant the one that is not covered stands",
      [
        line("2026-06-01T00:00:00Z", "passing"),
        line("2026-06-01T00:00:00Z", "failing"),
        line("2026-06-02T00:00:00Z", "passing"),
      ],
      later,
      9,
      10,
      [{ from: "2026-06-01", to: "2026-06-01", ...failing }],
    ],
  ];
  test.each(cases)("%s", (_, changes, now, covered, passed, gaps) => {
    expect(daysCovered(changes, june, now)).toEqual({ covered, passed, gaps });
  });

  test("a window over a change of clocks has days of UTC", () => {
    const march = { from: "2026-03-28", to: "2026-03-30" };
    expect(daysCovered([line("2026-03-01T00:00:00Z", "passing")], march, later)).toMatchObject({
      covered: 3,
      passed: 3,
    });
  });
});

const HOUR = 3_600_000;
const start = Date.parse("2026-01-01T00:00:00Z");
// Whole hours of forty days: midnights and equal instants are common among them.
const changes = fc.array(
  fc.record({
    at: fc.integer({ min: -48, max: 40 * 24 }).map((hours) => new Date(start + hours * HOUR)),
    status: fc.constantFrom<ControlStatus>("passing", "failing", "needs evidence", "not applicable"),
    reason: fc.constantFrom("One.", "Two."),
  }),
  { maxLength: 30 },
);
const nowOf = fc.integer({ min: 0, max: 50 * 24 }).map((hours) => new Date(start + hours * HOUR));
const dayAt = (day: number) => dayOf(start + day * 24 * HOUR);
const length = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (24 * HOUR) + 1;

describe("whatever was recorded", () => {
  test("never more days than have passed, and the gaps are exactly the others", () => {
    fc.assert(
      fc.property(changes, nowOf, fc.nat(20), fc.nat(20), (history, now, first, days) => {
        const window = { from: dayAt(first), to: dayAt(first + days) };
        const { covered, passed, gaps } = daysCovered(history, window, now);
        expect(passed).toBeLessThanOrEqual(days + 1);
        expect(covered).toBeLessThanOrEqual(passed);
        expect(gaps.reduce((sum, gap) => sum + length(gap.from, gap.to), covered)).toBe(passed);
        const inOrder = gaps.every((gap, at) => at === 0 || gap.from > gaps[at - 1]!.to);
        expect(inOrder).toBe(true);
      }),
    );
  });

  test("a window split in two adds up", () => {
    fc.assert(
      fc.property(changes, nowOf, fc.nat(10), fc.nat(10), (history, now, item, two) => {
        const count = (from: number, to: number) => daysCovered(history, { from: dayAt(from), to: dayAt(to) }, now);
        const [first, second] = [count(0, item), count(item + 1, item + 1 + two)];
        const whole = count(0, item + 1 + two);
        expect(first.covered + second.covered).toBe(whole.covered);
        expect(first.passed + second.passed).toBe(whole.passed);
      }),
    );
  });

  test("the order in which it is given does not matter, equal instants included", () => {
    fc.assert(
      fc.property(
        changes.chain((history) =>
          fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
        ),
        nowOf,
        ([history, shuffled], now) => {
          const window = { from: dayAt(0), to: dayAt(39) };
          expect(daysCovered(shuffled, window, now)).toEqual(daysCovered(history, window, now));
        },
      ),
    );
  });

  test("failing for a moment more never covers a day more", () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 900 }), (history, hours) => {
        const window = { from: dayAt(0), to: dayAt(39) };
        const end = new Date(start + 50 * 24 * HOUR);
        const at = new Date(start + hours * HOUR);
        // What stands at that instant already stays what it is.
        const before = history.filter((item) => item.at.getTime() !== at.getTime());
        const failed = [...before, { at, status: "failing" as const, reason: "One." }];
        // Of several at one instant, the one that stood.
        const restored = inOrder(before.filter((item) => item.at < at)).at(-1);
        const mended = {
          at: new Date(at.getTime() + 1),
          status: restored?.status ?? ("failing" as const),
          reason: "Two.",
        };
        expect(daysCovered([...failed, mended], window, end).covered).toBeLessThanOrEqual(
          daysCovered(before, window, end).covered,
        );
      }),
    );
  });
});
