import { calendarDate } from "../calendar-date.ts";

/** What the holder of a device may say of it, as their page asks it. */
export const deviceAnswers = {
  has: "Yes, I have it",
  denies: "I do not have it",
  lost: "It was lost or stolen",
} as const;
export type DeviceAnswer = keyof typeof deviceAnswers;

/** Whether a word is one of the answers. */
export const isDeviceAnswer = (word: string): word is DeviceAnswer => Object.hasOwn(deviceAnswers, word);

/** Of whom a device is asked, and what they said last: nothing yet, since their record names them or names it otherwise. */
export interface DeviceQuestion {
  readonly askedAt: Date;
  readonly answered: { readonly answer: DeviceAnswer; readonly at: Date } | null;
}

const DAY_MS = 86_400_000;
/** So many days a holder has to answer, and so early a year's end asks again. */
const ANSWER_DAYS = 30;
/** So many days a confirmation is good. */
const GOOD_DAYS = 365;

/** Since when a holder is asked, and until when they are to answer; undefined while nothing is asked of them. Who said no waits for their company. */
export function holderDue(
  { askedAt, answered }: DeviceQuestion,
  now: Date,
): { readonly since: Date; readonly due: Date } | undefined {
  const after = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);
  if (answered === null) return { since: askedAt, due: after(askedAt, ANSWER_DAYS) };
  if (answered.answer !== "has") return undefined;
  const [since, due] = [after(answered.at, GOOD_DAYS - ANSWER_DAYS), after(answered.at, GOOD_DAYS)];
  return since <= now ? { since, due } : undefined;
}

/** What a register says of the question: `Confirmed on May 14, 2025`. A confirmation of more than a year is none any more. */
export function holderWords({ answered }: DeviceQuestion, now: Date): string {
  if (answered === null) return "Not confirmed";
  const { answer, at } = answered;
  const day = calendarDate(at);
  if (answer === "denies") return `Does not have it, said on ${day}`;
  if (answer === "lost") return `Lost or stolen, said on ${day}`;
  const isOld = now.getTime() - at.getTime() >= GOOD_DAYS * DAY_MS;
  return isOld ? `Not confirmed since ${day}` : `Confirmed on ${day}`;
}
