import type { RecordState } from "../registers/register.ts";

/** How a value of a list that is no register reads. The fields of a register say it themselves. */
export const printedTypes = [
  "text",
  "number",
  "flag",
  "date",
  "instant",
  "person",
  "record",
  "member",
  "system",
  "control",
  "exhibit",
] as const;
export type PrintedType = (typeof printedTypes)[number];

/** What a row says of itself, beside its fields. */
export const rowFacts = ["number", "state", "approval", "accounts"] as const;

/** A column of a printed table. A text alone is a field of the register, derived ones among them, or one of `rowFacts`. */
export interface PrintedColumn {
  readonly label: string;
  /** A field of the row, or one of `rowFacts`. */
  readonly field: string;
  readonly as?: PrintedType;
  /** Of an instant: a midnight is the end of the day before, which is printed. */
  readonly endsDay?: true;
  /** Of a link to a record: its register. */
  readonly to?: string;
  /** What values are called. */
  readonly words?: Readonly<Record<string, string>>;
  /** The field holds the id of a row of another list: that row's field is printed. */
  readonly from?: { readonly list: string; readonly field: string };
}

/** Rows of a register, or of another list of the snapshot, as one table. */
export interface PrintedTable {
  readonly title: string;
  /** The register or list, as the snapshot names it. */
  readonly list: string;
  /** What its rows are called, as in "1 action" and "2 actions". */
  readonly rows: readonly [single: string, many: string];
  /** Records in these states; those that are open where nothing is said. */
  readonly states?: readonly RecordState[];
  /** Rows whose field has one of these values; with `from`, rows whose field holds the id of a row of another list that has. */
  readonly where?: {
    readonly field: string;
    readonly from?: { readonly list: string; readonly field: string };
    readonly is: readonly string[];
  };
  /** Rows whose day or instant in this field lies in the document's period. */
  readonly inPeriod?: string;
  readonly columns: readonly (string | PrintedColumn)[];
}

/** What is drawn above the tables: systems and vendors in their zones, or where each kind of data goes. */
export type PrintedFigure = "systems" | "data-flows";

/** An expected document that is printed from what Exhibit keeps: everything that its pages are made from. */
export interface PrintedDocument {
  /** The expected document of the library that it is, with its title. */
  readonly document: string;
  /** One or two sentences above the tables: what it shows, and how it came about. */
  readonly about: string;
  /** Registers that somebody must have confirmed as complete; without one it asks for `needs`. */
  readonly confirmed: readonly string[];
  /** Lists that must have a row, where an empty one says nothing. */
  readonly needs?: readonly string[];
  /** Lists of which one must have a row, where all of them empty say nothing. */
  readonly needsOneOf?: readonly string[];
  readonly figures?: readonly PrintedFigure[];
  readonly tables: readonly PrintedTable[];
}
