/** What a file says at its beginning, for suggestions. */
export interface FileWords {
  /** Its title on its first page. */
  readonly heading: string;
  /** The names of a table's columns. */
  readonly columns: string;
  readonly text: string;
}

/** So much of a file's words is read, in characters. */
export const mostWords = 20_000;
