/** A text as far as a field holds it, in characters as PostgreSQL counts them. */
export const asField = (text: string): string => (text.length <= 300 ? text : Array.from(text).slice(0, 300).join(""));

/** What a verification of a vendor's bundle is about: the exhibit, and the key that somebody entered, as far as a field holds both. */
export const bundleOf = (report: string, issuerKey: string | undefined): string =>
  asField(issuerKey === undefined ? report : `${report} ${issuerKey}`);
