import type { Clocks } from "./clock.ts";
import type { MemberRole } from "../company-roles.ts";
import type { DeviceQuestion } from "../staff/device-questions.ts";
import type { AsksOfRecords } from "./asks-of-records.ts";
import type { CellMark } from "./cell-mark.ts";
import type { DueDay } from "./due-day.ts";
import type { SystemKind } from "../system-kinds.ts";
import type { RecordGrid } from "./record-grid.ts";
import type { RecordTask } from "./record-task.ts";

export const fieldTypes = [
  "text",
  "long text",
  "date",
  "instant",
  "choice",
  "number",
  "scale",
  "url",
  "flag",
  "person",
  "record",
  "system",
  "control",
  "exhibit",
  "list",
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What a list holds. */
export const listedTypes = ["text", "choice", "person", "record", "system", "control", "exhibit"] as const;
export type ListedType = (typeof listedTypes)[number];

/** What leads to something of the company. */
export const linkTypes = ["person", "record", "system", "control", "exhibit"] as const;
export type LinkType = (typeof linkTypes)[number];
export const isLinkType = (type: string): type is LinkType => (linkTypes as readonly string[]).includes(type);

/**
 * Where a field's value comes from. done here: an act in Exhibit. collected: a connector. filed: it is read from an exhibit that the
 * record cites, and another person approved the record. stated: somebody typed it, which passes a check only where its predicate asks for
 * a declaration.
 */
export const fieldOrigins = ["done here", "collected", "filed", "stated"] as const;
export type FieldOrigin = (typeof fieldOrigins)[number];

/** What an item of evidence is, as whoever filed it said. */
export type ExhibitType = "Config" | "Policy" | "Document" | "Report";

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
  /** Of a choice, or of a list of choices: its keys, with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of a list: what it holds. */
  readonly of?: ListedType;
  /** Of a list: how many different entries it has at least, and what is said of fewer. */
  readonly fewest?: { readonly count: number; readonly words: string };
  /** Of a link to records: the key of their register. */
  readonly to?: string;
  /** Of a scale: what each step means, from 1. */
  readonly steps?: readonly string[];
  /** Of exhibits: the types of items that can show it; absent where any can. */
  readonly shows?: readonly ExhibitType[];
  /**
   * Of exhibits: days and instants of the same record that it shows. It was made on the last of them or later: what was there before shows
   * nothing of then.
   */
  readonly proves?: readonly string[];
  /** Of an exhibit that shows such a day: whether a record needs none, so that it is not said to lack it. Pure. */
  readonly spare?: (fields: RecordFields) => boolean;
  /** Of exhibits: the day of the same record to which it is new, and how many days before it may have been made. */
  readonly newTo?: { readonly field: string; readonly days: number };
  /** Of a number: what is counted, and its bounds. */
  readonly unit?: { readonly single: string; readonly many: string };
  readonly least?: number;
  readonly most?: number;
  /** Of an instant: a day that is given without a time means its end. */
  readonly endsDay?: true;
  /** Of a day or an instant: it has happened. */
  readonly past?: true;
  /** Of a day or an instant: another field of the same type that it does not come before. */
  readonly after?: string;
  /** Of a day: a promise. Sealed rows say how it was moved, so that a late one is not on time by being moved. */
  readonly promised?: true;
  /** Of links to people: they work here when they are named. Who leaves later stays named. */
  readonly active?: true;
  /** Of links to people who took part in something: the day of the same record on which each of them worked here. */
  readonly there?: string;
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

/** How things stand around a record, as far as its register asks: see `beside` of a register. */
export interface Beside {
  /** Controls that pass. */
  readonly passing: ReadonlySet<string>;
  /** Of records of another register that count (open, and approved by a second person where one is asked for) the fields that are asked. */
  readonly records: (register: string) => readonly RecordFields[];
  /** What the person whom a record names as its holder is asked, and says. */
  readonly holder: (recordId: string) => HolderSays | undefined;
}

/** A question to the holder of a device; `reportedBy`: the connection that reports it, so that they are not asked. */
export interface HolderSays extends DeviceQuestion {
  readonly reportedBy: string | null;
}

/** Nothing around a record is known. */
export const nothingBeside: Beside = { passing: new Set(), records: () => [], holder: () => undefined };

/** What follows from the fields of a record: computed whenever it is shown, and never stored, so that no check reads it. */
export interface DerivedField {
  readonly label: string;
  /** In words; undefined where nothing follows. Pure: `today` is a day, as 2026-11-26, and `now` is within it. */
  readonly of: (fields: RecordFields, today: string, now: Date, beside: Beside, id?: string) => string | undefined;
  readonly hint?: string;
  /** Whom it is about says it, each of their own: it follows from no field, and passes no check by itself. */
  readonly said?: true;
  /** A record says how it changed, as its fields and the controls that it names did. */
  readonly overTime?: true;
  /** How what is said stands; absent where it is neither good nor bad. */
  readonly mark?: (said: string, today: string) => CellMark;
}

/** A register: everything that its table, form, API, CSV, snapshots and tests are made from. */
export interface Register extends AsksOfRecords {
  readonly key: string;
  /** In the plural, as a title; and a single record inside a sentence. */
  readonly label: string;
  readonly singular: string;
  readonly summary: string;
  /** Registers of one group stand under one tab, in the order of the index. */
  readonly group: string;
  /** Three letters before the number of a record, as in PER-4. */
  readonly prefix: string;
  /** The field that names a record: a text, a choice, or a system, whose name it is. */
  readonly title: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly derived?: Readonly<Record<string, DerivedField>>;
  /** What derived fields and the picture read beside a record: which controls pass, and fields of other registers that everybody reads. */
  readonly beside?: {
    readonly controls?: true;
    readonly registers?: Readonly<Record<string, readonly string[]>>;
    /** Of which of these records nothing is asked but where a choice of theirs is this one. */
    readonly only?: Readonly<Record<string, { readonly field: string; readonly is: string }>>;
    /** Of which of these records nothing is asked but where this field of theirs names a system that a shown record names. */
    readonly sharing?: Readonly<Record<string, string>>;
    /** Of records that lead to a shown one and count; those too that their author approved because nobody else could. */
    readonly about?: Readonly<Record<string, readonly string[]>>;
    /** What their holders say. */
    readonly holders?: true;
  };
  readonly grid?: RecordGrid;
  readonly clocks?: Clocks;
  readonly due?: DueDay;
  /** What else is wrong with a record, by field, each in one sentence. Pure. */
  readonly problems?: (fields: RecordFields) => Readonly<Record<string, string>>;
  /** What its records ask for by themselves: each is a task of the company until it is there. */
  readonly tasks?: readonly RecordTask[];
  /** Its sealed rows say when each was last changed. */
  readonly dated?: true;
  /** A record may belong to a matter: then it is for the matter's access list alone, and counts for nothing. */
  readonly inMatters?: true;
  /** Shown to companies that have a system of this kind, or that use it already. */
  readonly onlyWith?: SystemKind;
  readonly states: { readonly open: string; readonly ended: string; readonly waiting?: string };
  /** Usual reasons to end a record; others may be typed. */
  readonly endReasons: readonly string[];
  /**
   * Ends ask for a last day, which this field keeps; these reasons say that there was none. What stands before the day where it is over and
   * nobody has ended the record yet.
   */
  readonly lastDay?: { readonly field: string; readonly unless: readonly string[]; readonly over: string };
  readonly rights: RegisterRights;
  /**
   * Fields that a confirmation is about: a record of which one is changed afterwards asks for another confirmation. Fields that checks
   * read, unless others look after them. Absent where its title alone is.
   */
  readonly confirms?: readonly string[];
  /** For so many days a confirmation that the register is complete is good. */
  readonly confirmedForDays: 31 | 92 | 365;
  readonly views: readonly RegisterView[];
  /** Fields, derived ones among them, that a list shows beside the title. */
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

/** The number of a record that belongs to a matter: counted in the matter, so that no other number is missing. */
export function recordNumberInMatter(register: Pick<Register, "prefix">, number: number): string {
  return `${register.prefix}-P${number}`;
}

/** How a record stands. */
export function recordState(
  register: Pick<Register, "rights">,
  { ended, approved }: { readonly ended: boolean; readonly approved: boolean },
): RecordState {
  if (ended) return "ended";
  return register.rights.approve && !approved ? "waiting" : "open";
}
