import type { RecordFields } from "./register.ts";

/** The day on which a record asks for something again. */
export interface DueDay {
  /** The field that shows it in a list. */
  readonly field: string;
  /** As 2026-11-26; undefined for a record that asks for nothing. Pure. */
  readonly of: (fields: RecordFields) => string | undefined;
  /** What stands before the day while it is to come, and once it is over. */
  readonly words: string;
  readonly over: string;
}
