const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const EARLIEST = "2000-01-01";
/** What stands before the day that a document is from; a date alone may be anything. */
const LABEL =
  /\b(?:effective|dated?|as of|approved|issued|adopted|reviewed|updated|revised|signed|period ending|through)\b/gi;
/** How far behind its label a date may stand. */
const NEAR = 60;

/** `2026-11-12`, or undefined for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
}

const monthOf = (word: string) => MONTHS.findIndex((month) => word.toLowerCase().startsWith(month)) + 1;

/** Each way to write a day that can be read in one way only: 11/12/2026 is two days, and none of these. */
const ways: readonly { readonly pattern: RegExp; readonly day: (found: RegExpMatchArray) => string | undefined }[] = [
  {
    pattern: /(?<!\d)(20\d\d)[-_. ]?([01]\d)[-_. ]?([0-3]\d)(?!\d)/,
    day: ([, year, month, day]) => dayOf(Number(year), Number(month), Number(day)),
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\.?[ _-]([0-3]?\\d)(?:st|nd|rd|th)?,?[ _-](20\\d\\d)(?!\\d)`, "i"),
    day: ([, month, day, year]) => dayOf(Number(year), monthOf(month!), Number(day)),
  },
  {
    pattern: new RegExp(`(?<!\\d)([0-3]?\\d)(?:st|nd|rd|th)?[ _-]${MONTH}\\.?,?[ _-](20\\d\\d)(?!\\d)`, "i"),
    day: ([, day, month, year]) => dayOf(Number(year), monthOf(month!), Number(day)),
  },
  {
    pattern: /(?<!\d)(20\d\d)[-_ ]?q([1-4])(?!\d)/i,
    day: ([, year, quarter]) => lastDay(Number(year), Number(quarter) * 3),
  },
  {
    pattern: /\bq([1-4])[-_ ](20\d\d)(?!\d)/i,
    day: ([, quarter, year]) => lastDay(Number(year), Number(quarter) * 3),
  },
  {
    pattern: new RegExp(`(?<![a-z])${MONTH}\\.?[ _-](20\\d\\d)(?!\\d)`, "i"),
    day: ([, month, year]) => lastDay(Number(year), monthOf(month!)),
  },
];

/** A month or a quarter is over on its last day. */
function lastDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The first day that a text names, no later than `today`; undefined where it names none that can be read in one way only. */
export function dayIn(text: string, today: string): string | undefined {
  const found = ways.flatMap(({ pattern, day }, order) => {
    const match = pattern.exec(text);
    const read = match ? day(match) : undefined;
    return match && read !== undefined && read >= EARLIEST && read <= today ? [{ read, at: match.index, order }] : [];
  });
  return found.toSorted((first, second) => first.at - second.at || first.order - second.order)[0]?.read;
}

/** The day that a document says it is from: one that follows a word such as "effective" or "dated". */
export function statedDay(text: string, today: string): string | undefined {
  for (const { index, 0: label } of text.matchAll(LABEL)) {
    const from = index + label.length;
    const day = dayIn(text.slice(from, from + NEAR), today);
    if (day !== undefined) return day;
  }
  return undefined;
}
