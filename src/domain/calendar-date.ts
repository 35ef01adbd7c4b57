const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** An instant's day in UTC as the product writes dates: "May 14, 2025". */
export function calendarDate(instant: Date): string {
  return format.format(instant);
}
