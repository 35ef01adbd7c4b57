/** What a verification of a vendor's bundle is about: the exhibit, and the key that somebody entered. */
export const bundleOf = (report: string, issuerKey: string | undefined): string =>
  issuerKey === undefined ? report : `${report} ${issuerKey}`;
