import type { RecordFields } from "./register.ts";

/** A record as far as it matters by when something is asked of it. */
export interface AskedRecord {
  readonly fields: RecordFields;
  readonly changedAt: Date;
  readonly approvedAt: Date | null;
  readonly endedAt: Date | null;
  /** When the person left whom it names, where its task asks for that. */
  readonly leftAt?: Date | null;
}

/** Records of another register that do what is asked: those that lead to a record by a field, and that have not ended. */
export interface Doing {
  readonly register: string;
  readonly by: string;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** Of a choice, which it is. */
  readonly where?: Readonly<Record<string, string>>;
  /** A day of theirs that is not before a day of the record, where both have one. */
  readonly notBefore?: { readonly day: string; readonly of: string };
}

/**
 * What a record asks for by itself, from some days before it is due until it is there. Which records may be due is told by `has`, `lacks`,
 * `where` and `from`: the database keeps a key of each (`tasks/finders.ts`), so that of many thousands only those are read.
 */
export interface RecordTask {
  /** Not the same as another one's of the register. */
  readonly key: string;
  /** Of a record by its number and title. */
  readonly title: (what: string) => string;
  /** Where all records have one task together, of several of them; absent where each has its own. */
  readonly together?: (count: number) => string;
  /** What is said behind a count of such records where their register is named: of one, and of several. */
  readonly standing: { readonly single: string; readonly many: string };
  /** Why, in a sentence without its stop. */
  readonly detail: string;
  /** The register in which it is done; the record itself where there is none. */
  readonly doneIn?: string;
  /** Of which records: `kept` those that have not ended, `approved` of them those that were approved. */
  readonly of: "kept" | "approved" | "ended";
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** Of choices, which they are. */
  readonly where?: Readonly<Record<string, readonly string[]>>;
  /** A link to a person: of records whose person left. */
  readonly left?: string;
  /**
   * So many days after a day or an instant of the record, or after it was approved or ended, or its person left, it is due at the earliest;
   * after any of several.
   */
  readonly from: Readonly<Record<string, number>>;
  /** A number of the record that counts years to be added to these. */
  readonly years?: string;
  /** So many days before it is due it is asked. */
  readonly ahead: number;
  /** So many days after the first of `from` nobody asks any more. */
  readonly until?: number;
  readonly unless?: readonly Doing[];
  /** A record that has the same in these fields, and of which the first of `from` is later, takes its place. */
  readonly sameIn?: readonly string[];
  /** When it is due; null where it is asked without a day, undefined where it is not asked. Pure. */
  readonly due: (record: AskedRecord, now: Date) => Date | null | undefined;
}

const DAY_MS = 86_400_000;

/** Whether a task is asked of a record at an instant, and by when. */
export function dueOf(task: RecordTask, record: AskedRecord, now: Date): Date | null | undefined {
  const due = task.due(record, now);
  return due && due.getTime() - now.getTime() > task.ahead * DAY_MS ? undefined : due;
}

/** When what a day of a record says is too old to count. */
export const daysAfterDay =
  (field: string, days: number): RecordTask["due"] =>
  ({ fields }) => {
    const at = Date.parse(`${String(fields[field]).slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(at) ? undefined : new Date(at + (days + 1) * DAY_MS);
  };
