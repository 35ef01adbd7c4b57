import type { MemberRole } from "../company-roles.ts";

export const fieldTypes = [
  "text",
  "long text",
  "date",
  "instant",
  "choice",
  "number",
  "flag",
  "person",
  "system",
  "control",
  "exhibit",
  "list",
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What a list holds. */
export const listedTypes = ["text", "person", "system", "control", "exhibit"] as const;
export type ListedType = (typeof listedTypes)[number];

/**
 * Where a field's value comes from. done here: an act in Exhibit. collected: a connector. filed: it is read from an exhibit that the
 * record cites, and another person approved the record. tested: a person's test. stated: somebody typed it, which passes a check only
 * where its predicate asks for a declaration.
 */
export const fieldOrigins = ["done here", "collected", "filed", "tested", "stated"] as const;
export type FieldOrigin = (typeof fieldOrigins)[number];

/** One field of a register. */
export interface Field {
  readonly type: FieldType;
  readonly label: string;
  readonly origin: FieldOrigin;
  readonly required?: true;
  /** Required where a choice of the same record is one of these, by the choice's field. */
  readonly requiredFor?: Readonly<Record<string, readonly string[]>>;
  /** About a person: the ledger and sealed snapshots hold salted hashes of its values. */
  readonly personal?: true;
  /** For managers of the company only, where it leaves the register: sealed snapshots hold salted hashes of its values. */
  readonly confidential?: true;
  /** Of a choice: its keys, with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of a list: what it holds. */
  readonly of?: ListedType;
  readonly hint?: string;
}

/** A list that people choose: which records, in which order. */
export interface RegisterView {
  readonly key: string;
  readonly label: string;
  readonly state: RecordState | "all";
  /** A field, or `number` or `changed`. */
  readonly sort: string;
}

/** `waiting`: for the approval of a second person. */
export const recordStates = ["open", "waiting", "ended"] as const;
export type RecordState = (typeof recordStates)[number];

/** Which roles may what. Who may approve or confirm may also write, and who may write may read. */
export interface RegisterRights {
  readonly read: readonly MemberRole[];
  readonly write: readonly MemberRole[];
  readonly confirm: readonly MemberRole[];
  /** Who may approve what another person wrote; absent where no second person is asked for. */
  readonly approve?: readonly MemberRole[];
}

/** A register: everything that its table, form, API, CSV, snapshots and tests are made from. */
export interface Register {
  readonly key: string;
  /** In the plural, as a title; and a single record inside a sentence. */
  readonly label: string;
  readonly singular: string;
  readonly summary: string;
  /** Registers of one group stand under one tab, in the order of the index. */
  readonly group: string;
  /** Three letters before the number of a record, as in PER-4. */
  readonly prefix: string;
  /** The field that names a record. */
  readonly title: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly states: { readonly open: string; readonly ended: string; readonly waiting?: string };
  /** Usual reasons to end a record; others may be typed. */
  readonly endReasons: readonly string[];
  readonly rights: RegisterRights;
  /** For so many days a confirmation that the register is complete is good. */
  readonly confirmedForDays: 92 | 365;
  readonly views: readonly RegisterView[];
  /** Fields that a list shows beside the title. */
  readonly columns: readonly string[];
  /** Fields of a CSV file, in order. */
  readonly csv: readonly string[];
  /** The field by which a row of a file finds its record, where the file has no numbers. */
  readonly csvKey?: string;
  /** Checks of the library that it decides, alone or with others. */
  readonly checks: readonly string[];
  /** Expected documents that are printed from it. */
  readonly documents: readonly string[];
}

/** A value as a record keeps it: dates, instants, ids and numbers of exhibits are texts. A field without a value is absent. */
export type FieldValue = string | number | boolean | readonly string[];
export type RecordFields = Readonly<Record<string, FieldValue>>;

/** The number of a record as people quote it. */
export function recordNumber(register: Pick<Register, "prefix">, number: number): string {
  return `${register.prefix}-${number}`;
}

/** Fields that a record with these values lacks. */
export function missingFields(
  { fields }: Pick<Register, "fields">,
  values: Readonly<Record<string, FieldValue | null>>,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, { required, requiredFor = {} }]) => {
    const isAsked =
      required === true ||
      Object.entries(requiredFor).some(([choice, keys]) => keys.includes(String(values[choice] ?? "")));
    return isAsked && (values[name] ?? null) === null ? [name] : [];
  });
}

/** How a record stands. */
export function recordState(
  register: Pick<Register, "rights">,
  { ended, approved }: { readonly ended: boolean; readonly approved: boolean },
): RecordState {
  if (ended) return "ended";
  return register.rights.approve && !approved ? "waiting" : "open";
}
