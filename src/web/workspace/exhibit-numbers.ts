/** The number alone, for a margin or a label: `047` for `EX-000047`. */
export function shortNumber(exhibit: string): string {
  return exhibit.replace(/^EX-0*/, "").padStart(3, "0");
}

/** As people say it: `EX-047`. */
export function spokenNumber(exhibit: string): string {
  return `EX-${shortNumber(exhibit)}`;
}
