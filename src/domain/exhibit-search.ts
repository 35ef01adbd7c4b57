/** The number that somebody looks an item up by: `123`, `EX-123`, `ex-000123`; undefined for any other text. */
export function exhibitSearched(text: string): number | undefined {
  const digits = /^(?:ex-?)?0*(\d{1,15})$/i.exec(text.trim())?.[1];
  const number = Number(digits);
  return digits !== undefined && number >= 1 ? number : undefined;
}
