/** The part of an expected document that registers answer: its id stands where checks have theirs. */
export const DOCUMENT_ASPECT = "document";

/** What registers say of an expected document. */
export interface DocumentAnswer {
  /**
   * `policy`: its approvals reviewed it. `received`: its record cites the file, and another person approved that record. `printed`: somebody
   * confirmed what it is printed from, and a person still reviews it.
   */
  readonly kind: "policy" | "received" | "printed";
  readonly outcome: "pass" | "fail" | "unknown";
  /** A sentence. */
  readonly reason: string;
  /** Of the exhibit that it was read from, and when that was sealed. */
  readonly number: number;
  readonly observedAt: Date;
  readonly validUntil: Date;
}
