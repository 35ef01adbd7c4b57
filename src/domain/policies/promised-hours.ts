import { LEAVER_HOURS } from "../registers/leaver-clock.ts";
import { statementsOf } from "./statements.ts";

/** Checks that give so many hours, of which a policy may promise fewer. */
const hoursOfChecks: Readonly<Record<string, number>> = { "accounts.leavers-disabled": LEAVER_HOURS };

const WITHIN = /\bwithin (\d{1,4}|[a-z]{1,6}) (hour|minute)s?\b/gi;
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const EMPHASIS = /[*_]/g;

/** A number as a sentence has it; undefined for another word. */
function numberOf(word: string): number | undefined {
  if (/^\d/.test(word)) return Number(word);
  return word === "an" || word === "a" ? 1 : NUMBERS.indexOf(word) + 1 || undefined;
}

/** The fewest hours that a sentence promises something within; undefined where it names none. */
function hoursIn(sentence: string): number | undefined {
  const found = [...sentence.replaceAll(EMPHASIS, "").toLowerCase().matchAll(WITHIN)].flatMap(([, count, unit]) => {
    const many = numberOf(count!);
    return many === undefined ? [] : unit === "minute" ? many / 60 : many;
  });
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** By a check the hours that statements of a policy promise, where these are fewer than the check gives. */
export function stricterHours(text: string): ReadonlyMap<string, number> {
  const promised = new Map<string, number>();
  for (const { check, sentence } of statementsOf(text)) {
    const [given, hours] = [hoursOfChecks[check], hoursIn(sentence)];
    if (given === undefined || hours === undefined || hours >= given) continue;
    promised.set(check, Math.min(hours, promised.get(check) ?? Infinity));
  }
  return promised;
}

/** Hours as a sentence has them: of a part of an hour it says minutes. */
export const hoursInWords = (hours: number): string => {
  if (hours < 1) return `${Math.round(hours * 60)} minutes`;
  const whole = Math.floor(hours);
  return whole === 1 ? "1 hour" : `${whole} hours`;
};
