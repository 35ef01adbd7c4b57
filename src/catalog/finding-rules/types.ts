/** Rules of one tool that stand behind one check of the library; see `RuleSet` in the domain. */
export interface ToolChecks {
  readonly check: string;
  /** Answered on every run, whatever the account holds. */
  readonly rules: readonly string[];
  /** Answered only where such a resource exists. */
  readonly resourceRules?: readonly string[];
}
