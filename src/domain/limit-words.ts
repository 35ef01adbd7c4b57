import { limits, limitOf, planKeys } from "./limits.ts";
import type { LimitKey } from "./limits.ts";

const number = new Intl.NumberFormat("en-US");
const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** An amount as people read it: 12,000 or 1.5 GB (1 GB is 1,024 MB). */
export function sayAmount(amount: number, unit: "number" | "bytes"): string {
  if (unit === "number") return number.format(amount);
  let step = 0;
  let left = amount;
  while (left >= 1_024 && step < UNITS.length - 1) {
    left /= 1_024;
    step += 1;
  }
  const rounded = left >= 100 || Number.isInteger(left) ? Math.floor(left) : Math.floor(left * 10) / 10;
  return `${number.format(rounded)} ${UNITS[step]}`;
}

/** When the hour or day in which something is counted ends, by UTC; undefined for what is there at once. */
export function freesAt(key: LimitKey, now: Date): Date | undefined {
  const { holds } = limits[key];
  if (holds === "at once") return undefined;
  const length = holds === "each hour" ? 3_600_000 : 86_400_000;
  return new Date((Math.floor(now.getTime() / length) + 1) * length);
}

/** What the database says when it refuses. */
export interface ReachedLimit {
  readonly key: LimitKey;
  /** Null for who may not know how much of it lies in matters. */
  readonly used: number | null;
  readonly most: number;
  readonly plan: string;
  /** The company has a limit of its own instead of its plan's. */
  readonly own: boolean;
}

/** Why something was refused: the limit, what is used, and what helps. `planName` is what the price list calls the plan. */
export function sayLimit({ key, used, most, plan, own }: ReachedLimit, planName: string, now: Date): string {
  const { words, unit, holds } = limits[key];
  const whose = own ? "This company may have" : `Your plan, ${planName}, allows`;
  const each = holds === "at once" ? "" : holds === "each hour" ? " an hour" : " a day";
  const allowed = `${whose} ${sayAmount(most, unit)} ${unit === "bytes" ? `of ${words}` : words}${each}, and ${usedWords(used, unit)}.`;
  const end = freesAt(key, now);
  if (end) return `${allowed} The count starts again at ${clockOf(end)} UTC.`;
  const advice = "advice" in limits[key] ? limits[key].advice : undefined;
  return [allowed, advice, own ? undefined : largerPlan(key, plan)].filter(Boolean).join(" ");
}

const usedWords = (used: number | null, unit: "number" | "bytes") =>
  used === null ? "there is not enough room" : `${sayAmount(used, unit)} ${used === 1 ? "is" : "are"} used`;

const clockOf = (at: Date) => at.toISOString().slice(11, 16);

/** Whether another plan helps; undefined where none allows more. */
function largerPlan(key: LimitKey, plan: string): string | undefined {
  const most = limitOf(key, plan);
  const more = planKeys.some((other) => {
    const amount = limitOf(key, other);
    return amount === null || (most !== null && amount > most);
  });
  return more ? "A larger plan allows more." : undefined;
}

/** The same for one who owns as many companies as their account may. */
export function sayOwnedCompanies(most: number): string {
  return `Your account may own ${number.format(most)} ${most === 1 ? "company" : "companies"}, and owns as many. Delete one, hand one over, or ask us for more.`;
}
