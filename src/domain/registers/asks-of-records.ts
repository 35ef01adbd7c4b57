/** By which fields of its records the checks of a register ask something: nobody alone takes a record out of what is asked. */
export interface AsksOfRecords {
  /** What is asked of a record where a field says one of these, by its name. */
  readonly asksWhere?: Readonly<Record<string, AsksWhere>>;
  /** Numbers of a record that something is held to: nobody alone allows more. */
  readonly asksWithin?: readonly string[];
}

interface AsksWhere {
  readonly field: string;
  readonly is: readonly string[];
  /** The field that names what it is asked about, where that is not the record. */
  readonly of?: string;
}
