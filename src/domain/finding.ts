/**
 * What a tool says of one rule. `not applicable` is an answer: there is nothing the rule could be about. `not looked at` is
 * none: the rule was left out of the run, so that for the judge it was never reported.
 */
export type FindingOutcome = "pass" | "fail" | "unknown" | "not applicable" | "not looked at";

/** What a tool reported about one resource under one of its rules. All texts are plain and bounded by the reader. */
export interface Finding {
  /** The tool's name as it calls itself. */
  readonly tool: string;
  readonly rule: string;
  /** What kind of rule it is, where one tool has several kinds that stand behind different checks, such as `secrets`. */
  readonly family?: string;
  readonly title: string;
  /** `pass` also where the tool noted something that fails nothing, such as a warning. */
  readonly outcome: FindingOutcome;
  /** True when somebody muted it in the tool: kept on file, left out of the verdict, counted in its reason. */
  readonly suppressed: boolean;
  /** `Critical`, `High`, `Medium`, `Low`, `Informational`, or the tool's own word. */
  readonly severity: string;
  readonly resource: string;
  readonly message: string;
  /** The tool's own id of this finding, else its place in the file. */
  readonly uid: string;
}
