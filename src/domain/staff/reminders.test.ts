import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueWords, isToRemind } from "./reminders.ts";
import type { Owed } from "./reminders.ts";

const DAY = 86_400_000;
const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * DAY);
const owed = (since: number, due: number): Owed => ({ title: "A policy", since: day(since), due: day(due) });

/** The days on which somebody is written to who does nothing and is looked at once a day. */
function mailsOf(items: readonly Owed[], days: number, toldAt = new Date(0)): number[] {
  const mails: number[] = [];
  let told = toldAt;
  for (let at = 0; at < days; at += 1)
    if (isToRemind(items, told, day(at))) {
      told = day(at);
      mails.push(at);
    }
  return mails;
}

describe("reminders", () => {
  test("come when something is asked, seven days before it is due, on the day, and weekly from then", () => {
    expect(mailsOf([owed(2, 32)], 60)).toEqual([2, 25, 32, 39, 46, 53]);
  });

  test("are one mail for several things of one day", () => {
    expect(mailsOf([owed(2, 32), owed(2, 32)], 33)).toEqual([2, 25, 32]);
  });

  test("do not begin with what is asked later, and not again with what a link told of", () => {
    expect(mailsOf([owed(40, 70)], 30)).toEqual([]);
    expect(mailsOf([owed(2, 32)], 26, day(3))).toEqual([25]);
  });

  test("are never two on a day, never later than a week after the last once something is late, and end with what was done", () => {
    const item = fc.tuple(fc.nat(60), fc.nat(60)).map(([since, days]) => owed(since, since + days));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        const mails = mailsOf(items, 200);
        const late = Math.min(...items.map(({ due }) => (due.getTime() - day(0).getTime()) / DAY));
        for (let from = late; from < 193; from += 1)
          expect(mails.some((mail) => mail >= from && mail < from + 7)).toBe(true);
        expect(new Set(mails).size).toBe(mails.length);
        expect(isToRemind([], new Date(0), day(0))).toBe(false);
      }),
    );
  });

  test("say how long somebody has", () => {
    expect([0, 1, 12, -1, -9].map((days) => dueWords(day(100 + days), new Date(day(100).getTime() + 5_000)))).toEqual([
      "due today",
      "due in 1 day",
      "due in 12 days",
      "1 day overdue",
      "9 days overdue",
    ]);
  });
});
