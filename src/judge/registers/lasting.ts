import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { isUnknown } from "./registers.ts";
import type { ReadSystem, RegisterVerdict } from "./registers.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** What ends within so many hours lasts to the hour, so that it passes on its last day, too; before, a day says enough. */
const TO_THE_HOUR = 48;
/** What is only said while it fails is not taken back when it does not any more: it ends by itself, unless it is said again. */
const DAYS_AGAINST = 2;

/** A pass ends with what was read of the system, too, and is none where that was too long ago. */
export function freshly(check: string, verdict: RegisterVerdict, { seenAt }: ReadSystem, now: Date): RegisterVerdict {
  const end = new Date(seenAt.getTime() + resultValidForDays(controlOfCheck(check)) * DAY_MS);
  if (verdict.outcome !== "pass") return verdict;
  if (end <= now) return isUnknown("The accounts were last read too long ago to count.");
  return { ...verdict, until: verdict.until === null || end < verdict.until ? end : verdict.until };
}

/** A pass lasts until the first of its inputs ends, in whole days, and on the last two in whole hours. */
export function lasting(check: string, verdict: RegisterVerdict, now: Date, isAgainst: boolean) {
  return forDays(
    verdict,
    Math.min(resultValidForDays(controlOfCheck(check)), isAgainst ? DAYS_AGAINST : Infinity),
    now,
  );
}

/** The same for at most so many days. */
export function forDays({ outcome, reason, until }: RegisterVerdict, most: number, now: Date) {
  if (outcome !== "pass" || until === null) return { outcome, reason, validForDays: most };
  const hours = Math.min(most * 24, Math.floor((until.getTime() - now.getTime()) / HOUR_MS));
  if (hours <= 0)
    return {
      outcome: "unknown" as const,
      reason: "The first thing that it rests on, such as a confirmation or a report, ends within the hour. Renew it.",
      validForDays: most,
    };
  const rest = hours < TO_THE_HOUR ? hours % 24 : 0;
  return { outcome, reason, validForDays: Math.floor(hours / 24), ...(rest > 0 && { validForHours: rest }) };
}
