/** A rule about the catalog. The query lists what breaks it, one text a row; `broken` is a statement that does. */
export interface Lint {
  readonly rule: string;
  readonly offenders: string;
  /** Each is run alone by a test that wants to see it found. */
  readonly broken: readonly string[];
}
