import type { Json } from "./connector.ts";

/**
 * The day of an instant (ISO 8601); null for none, and for the beginnings of time by which vendors say never: the years 1 and
 * 1601, and 1970-01-01.
 */
export function dayOf(value: Json | undefined): string | null {
  const day = typeof value === "string" ? /^((?:19[7-9]\d|2\d{3})-\d\d-\d\d)T/.exec(value)?.[1] : undefined;
  return day === undefined || day === "1970-01-01" ? null : day;
}
