/** The number alone, for a margin or a label: `047` for `EX-000047`. */
export function shortNumber(exhibit: string): string {
  return exhibit.replace(/^EX-0*/, "").padStart(3, "0");
}

/** As people say it, on every page: `EX-047`. */
export function spokenNumber(exhibit: string): string {
  return `EX-${shortNumber(exhibit)}`;
}

/** A sentence of the server's, with the numbers in it as people say them. */
export function withSpokenNumbers(sentence: string): string {
  return sentence.replaceAll(/\bEX-\d{6,}\b/g, spokenNumber);
}
