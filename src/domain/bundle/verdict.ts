import type { BundleReport } from "./bundle-report.ts";

/** What a verifier says in the end, and the exit code of a command that says it. */
export interface Verdict {
  readonly name: "verified" | "consistent" | "not-shown" | "expired" | "not-a-bundle" | "refused";
  readonly exitCode: 0 | 1 | 2 | 3 | 4;
  /** The line that people and programs look for, letter for letter. */
  readonly sentence: string;
  /** What follows from it, in sentences. */
  readonly details: readonly string[];
}

/**
 * The verdict on what was found, for every verifier alike. Only a bundle that is whole, of a ledger whose key the auditor
 * gave, is verified; whatever was asked and not shown stands before what was.
 */
export function verdictOf(report: BundleReport): Verdict {
  const { problems, earlier, expired } = report;
  if (!report.isBundle || report.unknownFormat !== undefined)
    return {
      name: "not-a-bundle",
      exitCode: 2,
      sentence: "This is not an Exhibit bundle",
      details: [
        report.unknownFormat === undefined
          ? "It holds neither a signed manifest nor a ledger. Nothing was verified."
          : `Its format is ${report.unknownFormat}, which this verifier does not know. A newer verifier may read it.`,
      ],
    };
  if (problems.length > 0)
    return {
      name: "refused",
      exitCode: 1,
      sentence: "REFUSED",
      details: [`This is not what was sealed: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}.`],
    };
  if (earlier && !earlier.isShown)
    return { name: "not-shown", exitCode: 1, sentence: "NOT SHOWN to continue", details: [earlier.sentence] };
  if (expired.length > 0)
    return {
      name: "expired",
      exitCode: 4,
      sentence: `EXPIRED on ${expired.map(({ day }) => day).toSorted()[0]!}`,
      details: [...expired.map(({ what, day }) => `${what} was good until ${day}.`), ...howFound(report)],
    };
  if (!report.isKeyGiven)
    return {
      name: "consistent",
      exitCode: 3,
      sentence: "CONSISTENT. The issuer was not checked: give --key",
      details: [
        "The files agree with the key inside of the bundle. Anybody can make such a bundle with a key of their own.",
        ...howFound(report),
      ],
    };
  return {
    name: "verified",
    exitCode: 0,
    sentence: "VERIFIED",
    details: ["Every file is the one that was sealed, and every exhibit is in the ledger.", ...howFound(report)],
  };
}

function howFound({ packing, inFolder, passedOver, verdicts }: BundleReport): string[] {
  const names = passedOver.slice(0, 5).join(", ");
  const more = passedOver.length > 5 ? ` and ${passedOver.length - 5} more` : "";
  return [
    ...(verdicts && verdicts.foreign.length > 0
      ? ["Its verdicts agree with a judge that came with the bundle, which is not this verifier's own."]
      : []),
    ...(packing === "repacked" ? ["Another tool packed this ZIP again: its files are whole."] : []),
    ...(inFolder === undefined ? [] : [`All files lie in the folder ${inFolder}, which counts for nothing.`]),
    ...(names === "" ? [] : [`Not part of the bundle, and not looked at: ${names}${more}.`]),
  ];
}
