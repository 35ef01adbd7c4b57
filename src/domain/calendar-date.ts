// Written out, because an engine without Intl has to judge the same.
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** An instant's day in UTC as the product writes dates: "May 14, 2025". */
export function calendarDate(instant: Date): string {
  return `${MONTHS[instant.getUTCMonth()]} ${instant.getUTCDate()}, ${instant.getUTCFullYear()}`;
}
