/** "a", "a and b", "a, b and c"; past `most` the rest is a number: "a, b, c and 2 more". Each once. */
export function wordList(words: readonly string[], most: number, conjunction: "and" | "or"): string {
  const all = [...new Set(words)];
  const shown = all.length > most + 1 ? [...all.slice(0, most), `${all.length - most} more`] : all;
  const [last = ""] = shown.slice(-1);
  if (shown.length < 2) return last;
  return `${shown.slice(0, -1).join(", ")} ${shown.length < all.length ? "and" : conjunction} ${last}`;
}

/** Whether "were" follows a noun phrase: "backups of databases", not "DNS" or "access". */
export const isPlural = (noun: string): boolean => /[^sS]s$/.test(noun.split(" of ")[0]!) && !/[A-Z]s?$/.test(noun);
