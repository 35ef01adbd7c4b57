const MARK = "; proved";

/** A text without what marks a proved target: nobody says of themselves that something was proved. */
export const withoutMark = (text: string): string => text.replaceAll(/;\s*proved/giu, ",");

/**
 * What a report is about: the repository and branch that its pipeline proved, marked as such, and what its sender says beside that. What
 * is only said never reads as if it had been proved, so that no upload takes the place of a pipeline's report.
 */
export const targetOf = (proved: string, said: string): string =>
  [proved === "" ? "" : `${proved}${MARK}`, withoutMark(said)].filter(Boolean).join(", ");

/** Whether an answer stands under the name of what a pipeline proved: "Semgrep OSS (acme/app, main; proved)". */
export const isProved = (source: string): boolean => source.includes(MARK);
