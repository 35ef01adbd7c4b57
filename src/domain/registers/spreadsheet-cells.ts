// What Exhibit puts an apostrophe in front of: what a spreadsheet would run, and what it would write anew.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const NUMBER_OR_TIME = /^[\d\s.,:/%()$€£¥e+-]+(?:[ap]m)?$/i;
const MONTH =
  /^[a-z]{0,9}[\d\s.,/-]*(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[\d\s.,/-]*$/i;
const TRUTH = /^(?:true|false)$/i;

/**
 * Whether a spreadsheet takes a text for a number, a day, a time or a truth, and writes it anew: 007 as 7, 1/2 as a day. A whole
 * number of up to 15 digits stays as it is.
 */
export function isRewritten(text: string): boolean {
  const plain = text.trim();
  if (WHOLE_NUMBER.test(plain)) return false;
  return TRUTH.test(plain) || (/\d/.test(plain) && (NUMBER_OR_TIME.test(plain) || MONTH.test(plain)));
}

/** Whether the apostrophe at the beginning of a cell is there for the sake of spreadsheets. One that the text had is doubled. */
export function isGuarded(cell: string): boolean {
  if (!cell.startsWith("'")) return false;
  const text = cell.replace(/^'+/, "");
  return FORMULA.test(text) || isRewritten(text);
}

/** A day as cells write it with dots, 31.1.2026, as 2026-01-31; anything else as it is: 1/2/2026 has two meanings. */
export function dayOfCell(text: string): string {
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
}

/** A day in words, April 2, 2020, as spreadsheets of every language keep it: 2020-04-02. Undefined for what is none. */
export function dayOfWords(text: string): string | undefined {
  const at = /^[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/.test(text) ? Date.parse(`${text} UTC`) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
}
