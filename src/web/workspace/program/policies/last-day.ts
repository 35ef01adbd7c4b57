import { longDate } from "#web/design/dates.ts";

/** The last day of somebody who left at an instant: a day ends with the first moment of the next. */
export const lastDayOf = (leftAt: string): string => longDate(new Date(Date.parse(leftAt) - 1).toISOString());
