/** What the form and the list know of a check. */
export interface TestedCheck {
  readonly checkId: string;
  readonly title: string;
  /** Its predicate, by which a person tests it. */
  readonly wanted: string;
  readonly outcome: string;
  readonly parts: readonly { readonly aspect: string; readonly title: string }[];
}
