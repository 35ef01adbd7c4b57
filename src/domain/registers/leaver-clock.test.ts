import { expect, test } from "vitest";
import { leaverClock } from "./leaver-clock.ts";

const HOUR = 3_600_000;
const end = new Date("2026-11-20T17:00:00Z");
const after = (hours: number) => new Date(end.getTime() + hours * HOUR);
const account = (active: boolean | null, hours: number) => ({ active, seenAt: after(hours) });

test("the clock of a leaver counts the hours to each state, and calls nothing late that was not seen open afterwards", () => {
  const at = (hours: number, accounts: ReturnType<typeof account>[]) => leaverClock(end, accounts, after(hours));
  expect(at(-80, [account(true, -81), account(false, -81)])).toEqual({
    state: "leaving",
    words: "Leaves in 3 days. 1 account to close then.",
  });
  expect(at(5.5, [account(true, 5)])).toEqual({
    state: "running",
    words: "Left 5 hours ago. 1 account is open. 18 hours left to close.",
  });
  expect(at(23.5, [account(true, 5)])?.words).toBe(
    "Left 23 hours ago. 1 account is open. Less than an hour left to close.",
  );
  expect(at(30, [account(true, 20)])).toEqual({
    state: "unread",
    words: "Left 30 hours ago. 1 account open when read last. Nothing was read since.",
  });
  expect(at(61, [account(true, 60), account(false, 60), account(true, 60)])).toEqual({
    state: "late",
    words: "Left 61 hours ago. 2 accounts are open, 37 hours late.",
  });
  expect(at(100, [account(false, 99)])).toEqual({
    state: "closed",
    words: "Left 4 days ago. Every account was seen disabled.",
  });
  expect(at(100, [])?.words).toBe("Left 4 days ago. No account is known.");
  expect(at(100, [account(null, 99)])?.state).toBe("unread");
});

test("without a last day it says so while an account is open, and nothing otherwise", () => {
  expect(leaverClock(undefined, [account(true, 1)], after(2))?.state).toBe("undated");
  expect(leaverClock(undefined, [account(false, 1)], after(2))).toBeUndefined();
});
