const MOST_CHARACTERS = 300;
// As PostgreSQL counts them.
const fitting = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : Array.from(text).slice(0, MOST_CHARACTERS).join("");

// What no field holds, such as a zero byte, what breaks a line, and what turns the direction in which a line is read.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

/** A text that a bundle may have made, such as a file's name, as far as a field holds it: whole characters, and none that nobody sees. */
export const asField = (text: string): string => fitting(text.toWellFormed().replaceAll(UNSEEN, " ").trim());

/** What a verification of a vendor's bundle is about: the exhibit, and the key that somebody entered, as far as a field holds both. */
export const bundleOf = (report: string, issuerKey: string | undefined): string =>
  fitting(issuerKey === undefined ? report : `${report} ${issuerKey}`);
