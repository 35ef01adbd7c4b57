import { dayOf, daysAfter } from "../calendar-day.ts";
import type { PrintedDocument } from "./layout.ts";

/** First and last day in UTC, `2026-11-22`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * What a document covers that is drawn from what was sealed at `takenAt`: where its rows have days, the time for which the library lets
 * it count, up to that day; otherwise that day alone, because it says how things stand.
 */
export function periodOf({ tables }: PrintedDocument, validForDays: number, takenAt: string): Period {
  const to = dayOf(new Date(takenAt));
  const isLog = tables.some(({ inPeriod }) => inPeriod !== undefined);
  return { from: isLog ? daysAfter(to, 1 - validForDays) : to, to };
}

/** Whether a day or an instant lies in a period. */
export function isWithin(value: unknown, { from, to }: Period): boolean {
  if (typeof value !== "string") return false;
  const day = value.slice(0, 10);
  return from <= day && day <= to;
}
