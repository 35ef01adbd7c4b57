/** Letters of the id at the end of a slug: 2^40 of them to a name, drawn anew with each id. */
const OWN_LETTERS = 10;
/** Of the name; the rest says no more. */
const NAME_LETTERS = 60;

/**
 * A text as one word of an address: small Latin letters and digits, without their accents, other signs as single hyphens.
 * Empty where the text has neither, such as a name in Chinese.
 */
export function wordsInAddress(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, NAME_LETTERS)
    .replace(/^-|-$/g, "");
}

/**
 * A company's slug, by which its addresses are known (docs/decisions/0075): its name for people, and ten letters of its
 * random id, so that companies of one name never meet and nobody learns from a slug which others there are.
 */
export function slugOf(name: string, id: string): string {
  return `${wordsInAddress(name) || "company"}-${id.replaceAll("-", "").slice(0, OWN_LETTERS)}`;
}
