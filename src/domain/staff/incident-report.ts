/** What staff may report, by how the record is titled. The first that fits is enough: an administrator says more. */
export const reportKinds = {
  lost: "Lost or stolen device",
  message: "Strange email, message or call",
  "wrong-person": "File or message sent to the wrong person",
  account: "Somebody else used an account",
  other: "Something else",
} as const;
export type ReportKind = keyof typeof reportKinds;

/** The longest text of a report, in characters. */
export const LONGEST_REPORT = 4_000;

/** Whether a word names a kind of report. */
export const isReportKind = (word: string): word is ReportKind => Object.hasOwn(reportKinds, word);
