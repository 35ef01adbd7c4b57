/** `EX-` and at least six digits: what a person reads and quotes. */
export const exhibitNumberPattern = /^EX-(?:\d{6}|[1-9]\d{6,})$/;

/** Evidence number 123 as `EX-000123`. Throws on what is no positive whole number. */
export function formatExhibitNumber(number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`${number} is not an exhibit number.`);
  return `EX-${String(number).padStart(6, "0")}`;
}

/** `EX-000123` as 123; undefined for any other text, `EX-000000` included, because numbers start at 1. */
export function parseExhibitNumber(text: string): number | undefined {
  if (!exhibitNumberPattern.test(text)) return undefined;
  const number = Number(text.slice(3));
  return Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}
