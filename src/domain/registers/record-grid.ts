import type { Beside, RecordFields } from "./register.ts";

/** A picture of all records that have not ended, by two scales. */
export interface RecordGrid {
  readonly label: string;
  readonly up: { readonly label: string; readonly steps: readonly string[] };
  readonly across: { readonly label: string; readonly steps: readonly string[] };
  /** Where a record stands, each from 1; undefined for one that stands nowhere yet. */
  readonly of: (fields: RecordFields, beside: Beside) => { readonly up: number; readonly across: number } | undefined;
  /** The largest product of both that is within bounds; undefined where nobody set one. Above it a place is marked. */
  readonly most: (today: string, beside: Beside) => number | undefined;
  /** What is said behind a count of records that stand above it. */
  readonly above: string;
  /** What is said of the bound, or of none. */
  readonly words: (most: number | undefined) => string;
}
