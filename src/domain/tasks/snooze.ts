import { dayOf, daysAfter } from "../calendar-day.ts";

/** So many days at most a task is not shown. */
export const SNOOZE_DAYS = 14;

/** The last day in UTC, `2026-12-06`, until which a task can be put off now. */
export const mostSnoozeDay = (now: Date): string => daysAfter(dayOf(now), SNOOZE_DAYS);
