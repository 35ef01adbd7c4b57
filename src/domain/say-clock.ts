import { sayMinutes } from "./setup-clock.ts";

/** By how much a machine's clock is off, and what to do. */
export function sayClock(aheadMs: number): string {
  const off = sayMinutes(Math.floor(Math.abs(aheadMs) / 60_000));
  return `A machine's clock is ${off} ${aheadMs > 0 ? "ahead of" : "behind"} the database's: times that are kept may be wrong. Set both by NTP.`;
}
