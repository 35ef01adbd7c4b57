/** Rules of one tool that stand behind one check of the library, or a part of it; see `RuleSet` in the domain. */
export interface ToolChecks {
  readonly check: string;
  /** The parts of the check that they answer; may be left out where it has one, or where `only` says less than a part. */
  readonly aspects?: readonly string[];
  /**
   * What they read, where that is less than the check or its part asks of one target, as it follows "only" and stands before
   * "was read": such rules fail their check and never pass it. Null where the claim follows from what is read.
   */
  readonly only: string | null;
  /** Answered on every run, whatever the account holds. */
  readonly rules: readonly string[];
  /**
   * Answered only where such a resource exists. Their silence may mean that there is none or that nobody looked, and a report
   * does not tell the two apart: so each must be reported, too.
   */
  readonly resourceRules?: readonly string[];
}
