/** The diagrams that were printed, submitted and accepted last, and what they show. */
export interface DrawnData {
  /** The exhibit that they were drawn from, and when it was sealed. */
  readonly exhibit: string;
  readonly takenAt: string;
  /** Whether who submitted them accepted them, and since when another person could have; null where nobody could. */
  readonly own: boolean;
  readonly anotherSince: string | null;
  /** Each kind of data that is drawn, with the hash of what is shown of it. */
  readonly shown: readonly { readonly id: string; readonly sha256: string }[];
}
