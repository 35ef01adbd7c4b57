import type { Figure } from "./figures.ts";

const WITHIN = /\bwithin (\d{1,4}|[a-z]{1,6}) (hour|minute)s?\b/gi;
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const EMPHASIS = /[*_]/g;

/** A number as a sentence has it; undefined for another word. */
function numberOf(word: string): number | undefined {
  if (/^\d/.test(word)) return Number(word);
  return word === "an" || word === "a" ? 1 : NUMBERS.indexOf(word) + 1 || undefined;
}

/** The fewest hours that a sentence promises something within; undefined where it names none. */
export function hoursWithin(sentence: string): Figure | undefined {
  const found = [...sentence.replaceAll(EMPHASIS, "").replaceAll(/\s+/g, " ").toLowerCase().matchAll(WITHIN)];
  const hours = found.flatMap(([, count, unit]) => {
    const many = numberOf(count!);
    return many === undefined ? [] : unit === "minute" ? many / 60 : many;
  });
  const value = Math.min(...hours);
  return hours.length > 0 ? { unit: "hours", value, least: false, words: hoursInWords(value) } : undefined;
}

/** Hours as a sentence has them: minutes below one, and days from four days on. */
export function hoursInWords(hours: number): string {
  const said = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  if (hours < 1) return said(Math.round(hours * 60), "minute");
  return hours < 96 ? said(Math.floor(hours), "hour") : said(Math.floor(hours / 24), "day");
}
