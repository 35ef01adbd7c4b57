import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Listed = z.output<typeof contract.requests.list.output>["requests"][number];
export type Kind = Listed["kind"];

export const kinds: Readonly<Record<Kind, string>> = {
  access: "Access",
  waitlist: "Waitlist",
  contact: "Contact",
  support: "Support",
};

export const outcomes = {
  answered: "Answered",
  invited: "Invited",
  closed: "Closed without answer",
} as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time as a person says it: `3 h`, `2 days`. Cut off and not rounded, so that nothing is promised too long. */
export function spanOf(ms: number): string {
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days`;
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.max(1, Math.floor(ms / MINUTE))} min`;
}

/** When an answer is due, and whether that has passed; undefined where none was promised or it was given. */
export function dueOf({ answerDueAt, answeredAt }: Pick<Listed, "answerDueAt" | "answeredAt">, now: number) {
  if (answerDueAt === null || answeredAt !== null) return undefined;
  const left = Date.parse(answerDueAt) - now;
  if (left <= 0) return { late: true, message: `Answer late by ${spanOf(-left)}` };
  return { late: false, message: `Answer due in ${spanOf(left)}` };
}
