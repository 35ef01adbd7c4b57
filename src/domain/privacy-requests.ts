import { calendarDate } from "./calendar-date.ts";
import { daysAfter } from "./calendar-day.ts";
import type { RecordFields } from "./registers/register.ts";

/** Laws by which people ask for their data. */
export const requestLaws = { gdpr: "GDPR", ccpa: "CCPA" } as const;

/** The day so many months after another one; the last of its month where that has fewer days. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

const periods: Readonly<Record<string, readonly [first: (day: string) => string, longest: (day: string) => string]>> = {
  gdpr: [(day) => monthsAfter(day, 1), (day) => monthsAfter(day, 3)],
  ccpa: [(day) => daysAfter(day, 45), (day) => daysAfter(day, 90)],
};
const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));

/** The last days on which a request is answered in time: without an extension, and with one. Undefined where that cannot be told. */
export function answerDays(
  law: unknown,
  receivedOn: unknown,
): { readonly first: string; readonly longest: string } | undefined {
  const period = typeof law === "string" && Object.hasOwn(periods, law) ? periods[law] : undefined;
  if (!period || !isDay(receivedOn)) return undefined;
  return { first: period[0](receivedOn), longest: period[1](receivedOn) };
}

/** The last day on which this request is answered in time; an extension counts only when it was given within the first period. */
export function answeredBy({ law, receivedOn, extendedOn }: RecordFields): string | undefined {
  const days = answerDays(law, receivedOn);
  if (!days) return undefined;
  return isDay(extendedOn) && extendedOn <= days.first ? days.longest : days.first;
}

/** What is wrong with an extension: after the first period there is nothing to extend. */
export function extensionProblem({ law, receivedOn, extendedOn }: RecordFields): Readonly<Record<string, string>> {
  const days = answerDays(law, receivedOn);
  if (!days || !isDay(extendedOn) || extendedOn <= days.first) return {};
  return {
    extendedOn: `Extended on is after the first deadline, ${calendarDate(new Date(days.first))}. An extension must come before it.`,
  };
}
