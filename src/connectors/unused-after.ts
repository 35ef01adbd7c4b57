import type { Settings } from "./connector.ts";

/** Days without a sign-in after which an account is unused, as the library's sentence has it. */
export const MOST_DAYS_UNUSED = 90;

/** After how many days an account of this connection is unused: by its settings, and never later than the library says. */
export function unusedAfter({ inactiveDays }: Settings): number {
  return typeof inactiveDays === "number" ? Math.min(inactiveDays, MOST_DAYS_UNUSED) : MOST_DAYS_UNUSED;
}
