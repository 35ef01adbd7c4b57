/** A figure that a sentence promises: at most so many hours, at least so many characters. */
export interface Figure {
  readonly unit: string;
  /** Time is in hours, but for working days. */
  readonly value: number;
  readonly least: boolean;
  /** As the sentence has it. */
  readonly words: string;
}

const HOURS: Readonly<Record<string, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  // The longest of each: a promise of 30 days is stricter than one of a month.
  month: 744,
  quarter: 92 * 24,
  year: 365 * 24,
};
const ADVERBS: Readonly<Record<string, string>> = {
  hourly: "hour",
  daily: "day",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annually: "year",
};
const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "one two three four five six seven eight nine ten eleven twelve".split(" ").map((word, at) => [word, at + 1]),
  ),
  a: 1,
  an: 1,
  "half an": 0.5,
  "half a": 0.5,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  sixty: 60,
  ninety: 90,
};
/** Units of which more is stricter, whatever is written beside them. */
const MORE = new Set(["character", "approval", "person", "zone", "tls"]);
const UNITS: Readonly<Record<string, string>> = { people: "person", review: "approval", reviewer: "approval" };

const COUNT = String.raw`(?<count>\d+(?:[.,]\d+)?|${Object.keys(NUMBERS).join("|")})`;
const TIME = "minute|hour|day|week|month|quarter|year";
const FOUND = new RegExp(
  [
    String.raw`\btls (?<tls>\d(?:\.\d)?)`,
    String.raw`\b${COUNT}[ -](?<working>working |business )?(?<unit>${TIME}|characters?|attempts?|people|persons?|approvals?|reviews?|reviewers?|zones?)(?:s|-)?\b`,
    String.raw`\b(?:last|previous) (?<last>\d+|${Object.keys(NUMBERS).join("|")})\b`,
    String.raw`\b(?:every|each|once an?|once per|per) (?<every>${TIME})\b`,
    String.raw`\b(?<adverb>${Object.keys(ADVERBS).join("|")})\b`,
    String.raw`\b(?<now>immediately|at once|right away|straight away|without delay|the same day|on (?:the|their|your|a person's) last day)\b`,
    // A number after a name, as in ISO 27001, is none; nor is one of a word, as in AES-256.
    String.raw`(?<![a-z0-9.,-])(?<!\b(?:iso|soc|rfc|sha|aes|article|section|port|ports|clause|part|nist|cis|pci|level|version) )(?<other>\d+(?:[.,]\d+)*)(?: ?(?<percent>%|percent))?`,
  ].join("|"),
  "gi",
);
const LEAST_BEFORE = /\b(?:at least|for|no less than|not less than|more than|over|minimum of|minimum is)\s*$/i;
const MOST_AFTER = /^\s*(?:at most|or less|or fewer|or sooner|at the latest)\b/i;
const LEAST_AFTER = /^\s*(?:or more|or longer|at least|minimum)\b/i;

/** A number as a sentence has it. */
const numberOf = (word: string): number => NUMBERS[word.toLowerCase()] ?? Number(word.replace(",", ""));

/** The figures that a sentence names: times, how often, characters, approvals. A number whose unit is not known is one, too. */
export function figuresIn(sentence: string): readonly Figure[] {
  const plain = sentence.replaceAll(/[*_`]/g, "").replaceAll(/\s+/g, " ");
  return [...plain.matchAll(FOUND)].flatMap((match) => {
    const [words] = match;
    const { tls, count, working, unit, last, every, adverb, now, other, percent } = match.groups!;
    const [before, after] = [plain.slice(0, match.index), plain.slice(match.index + words.length)];
    const isLeast = !MOST_AFTER.test(after) && (LEAST_AFTER.test(after) || LEAST_BEFORE.test(before));
    if (tls !== undefined) return [{ unit: "tls", value: Number(tls), least: true, words }];
    if (last !== undefined) return [{ unit: "earlier", value: numberOf(last), least: true, words }];
    if (every !== undefined) return [{ unit: "hours", value: HOURS[every.toLowerCase()]!, least: false, words }];
    if (adverb !== undefined)
      return [{ unit: "hours", value: HOURS[ADVERBS[adverb.toLowerCase()]!]!, least: false, words }];
    if (now !== undefined) return [{ unit: "hours", value: 0, least: false, words }];
    if (other !== undefined) return [{ unit: percent ? "%" : "number", value: numberOf(other), least: isLeast, words }];
    const value = numberOf(count!);
    const single = unit!.toLowerCase().replace(/s$/, "");
    const hours = HOURS[single];
    if (working !== undefined) return [{ unit: "working days", value, least: isLeast, words }];
    if (hours !== undefined) return [{ unit: "hours", value: value * hours, least: isLeast, words }];
    const kind = UNITS[single] ?? single;
    // "A person" and "one approval" are what is meant, and no figure of it.
    if (value <= 1) return [];
    return [{ unit: kind, value, least: MORE.has(kind) || isLeast, words }];
  });
}
