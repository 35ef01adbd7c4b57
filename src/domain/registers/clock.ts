import type { RecordFields } from "./register.ts";

/** A deadline of a record. */
export interface Clock {
  readonly label: string;
  /** Null where it is not known: counsel is asked. */
  readonly dueAt: string | null;
  /** What it follows from. */
  readonly source: string;
  /** Whether what it waits for is there; absent where that is decided elsewhere. */
  readonly done?: boolean;
}

/** Deadlines that follow from a record and from those that it leads to. Pure, computed whenever the record is shown. */
export interface Clocks {
  /** What they are about, as a heading. */
  readonly title: (fields: RecordFields) => string;
  /** The field whose links are read. */
  readonly through: string;
  /** Other records of the register that it leads to which may matter: those that have not ended, with such a choice and such a value. */
  readonly besides?: {
    readonly field: string;
    readonly is: readonly string[];
    /** The last day of such a record. */
    readonly endsOn: string;
    readonly needs: string;
    readonly when: (fields: RecordFields) => boolean;
  };
  readonly of: (
    fields: RecordFields,
    linked: readonly RecordFields[],
    besides: readonly RecordFields[],
  ) => readonly Clock[];
}
