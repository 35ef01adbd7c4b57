import * as z from "zod";
import { cellMarks } from "#domain/registers/cell-mark.ts";
import { fieldOrigins, fieldTypes, linkTypes, listedTypes, recordStates } from "#domain/registers/register.ts";
import { day, id, instant } from "./fields.ts";

/** The key of a register, such as `people`. */
export const registerKey = z
  .string()
  .max(40)
  .regex(/^[a-z]+(-[a-z]+)*$/, "This is not a register.");
export const fieldName = z
  .string()
  .max(40)
  .regex(/^[a-z][A-Za-z]*$/, "This is not a field.");

const givenValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(300)).max(100),
  z.null(),
]);
/** By field. A null takes the value away; a field that is left out stays as it is. */
/** Of a register that asks for it: the last day of what ends, in UTC. Needed unless the record says it; empty is none, as a form sends it. */
export const lastDay = day.or(z.literal("")).optional();
export const givenFields = z.record(fieldName, givenValue);
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const person = z.strictObject({ userId: id, name: z.string() });

const field = z.strictObject({
  key: fieldName,
  label: z.string(),
  type: z.enum(fieldTypes),
  /** Of a list: what it holds. */
  of: z.enum(listedTypes).nullable(),
  /** Of links to records: the key of their register. */
  to: registerKey.nullable(),
  /**
   * `derived`: follows from other fields, is computed whenever it is shown, and is taken from nobody. `said`: whom the record is about says it
   * on their own page.
   */
  origin: z.enum([...fieldOrigins, "derived", "said"]),
  required: z.boolean(),
  personal: z.boolean(),
  confidential: z.boolean(),
  /** Of a choice, in order; of a scale its steps, whose keys are numbers. */
  choices: z.array(z.strictObject({ key: z.string(), label: z.string() })),
  /** Of a number: what is counted. */
  endsDay: z.boolean().describe("A day that is given without a time means its end."),
  unit: z.strictObject({ single: z.string(), many: z.string() }).nullable(),
  hint: z.string().nullable(),
});

const confirmation = z.strictObject({
  /** How many records it had then. */
  count: z.number().int(),
  by: person,
  at: instant,
  until: instant,
  /** `ended` once its time is over, `changed` where what was confirmed of a record is otherwise now. */
  state: z.enum(["confirmed", "changed", "ended"]),
  /** How many records that is so of. */
  changed: z.number().int(),
});

export const register = z.strictObject({
  key: registerKey,
  label: z.string(),
  singular: z.string(),
  summary: z.string(),
  /** Registers of one group are shown together. */
  group: z.string(),
  /** The field that names a record. */
  title: fieldName,
  fields: z.array(field),
  /** What each state is called. */
  states: z.array(z.strictObject({ key: z.enum(recordStates), label: z.string() })),
  endReasons: z.array(z.string()),
  /**
   * The field that keeps the last day, which an end asks for, reasons that need none, and what is said of a record whose last day is over;
   * null where none is asked for.
   */
  lastDay: z.strictObject({ field: fieldName, unless: z.array(z.string()), over: z.string() }).nullable(),
  /** Fields that a list shows beside the title. */
  columns: z.array(fieldName),
  views: z.array(
    z.strictObject({ key: z.string(), label: z.string(), state: z.enum([...recordStates, "all"]), sort: z.string() }),
  ),
  /** Checks that it decides, alone or with others. */
  checks: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  /** Expected documents that are printed from it. */
  documents: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  counts: z.strictObject({ open: z.number().int(), waiting: z.number().int(), ended: z.number().int() }),
  /** Null while nobody confirmed it. */
  confirmation: confirmation.nullable(),
  confirmedForDays: z.number().int(),
  /** What the picture of its records is called; null where it has none. */
  picture: z.string().nullable(),
  /** What its records may ask for by themselves: `asks` in place of a field, with one of these keys as its value, lists those that do. */
  asks: z.array(z.strictObject({ key: z.string(), words: z.string() })),
  /** Sets of usual records that an empty register offers, each with how many it has. */
  starters: z.array(z.strictObject({ key: z.string(), label: z.string(), count: z.number().int() })),
  /** Whether a record may belong to a matter: for its access list alone, and counting for nothing. */
  inMatters: z.boolean(),
  /** What the caller may do there. */
  may: z.strictObject({ write: z.boolean(), approve: z.boolean(), confirm: z.boolean() }),
});

export const record = z.strictObject({
  id,
  register: registerKey,
  /** As people quote it: `PER-4`. */
  number: z.string(),
  /** What it is called. */
  title: z.string(),
  fields: z.record(z.string(), fieldValue),
  /** What its links lead to, as people read it. */
  links: z.array(
    z.strictObject({
      field: z.string(),
      type: z.enum(linkTypes),
      target: z.string(),
      /** The register of a person or another record. */
      register: registerKey.nullable(),
      label: z.string(),
      /** A record that ended, a system that was removed, an exhibit that was withdrawn. */
      ended: z.boolean(),
    }),
  ),
  state: z.enum(recordStates),
  version: z.number().int(),
  createdBy: person,
  createdAt: instant,
  changedBy: person,
  changedAt: instant,
  /** `alone`: by who wrote it, because nobody else could. */
  approval: z.strictObject({ by: person, at: instant, alone: z.boolean() }).nullable(),
  ended: z
    .strictObject({
      at: instant,
      reason: z.string(),
      /** `alone`: by who ended it, because nobody else could. */
      approval: z.strictObject({ by: person, at: instant, alone: z.boolean() }).nullable(),
      /** Whether another person is still to approve the end. */
      waiting: z.boolean(),
    })
    .nullable(),
  /** The matter that it belongs to, for whose access list alone it is there; null for every other record. */
  matter: z.strictObject({ id, name: z.string() }).nullable(),
  /** Of one in a matter: the ordinary record that it is the second record of. The other never leads back. */
  about: z.strictObject({ id, number: z.string(), title: z.string() }).nullable(),
  /** Whether the caller may approve it now. */
  mayApprove: z.boolean(),
  /** How values stand of which something is asked, by field: a file that is missing, a day that is over. */
  marks: z.record(z.string(), z.enum(cellMarks)),
  /** What it waits for; null where nothing is, and for one that has ended or belongs to a matter. */
  next: z
    .strictObject({ kind: z.enum(["evidence", "approve", "missing", "late", "soon", "due"]), words: z.string() })
    .nullable(),
});

/** A computed field as it was from an instant on, and why. */
/** The records that lead to one, as far as the caller may read them. */
export const linkedFrom = z.strictObject({
  records: z.array(
    z.strictObject({
      register: registerKey,
      /** The register and the field that leads here, as people read them. */
      label: z.string(),
      field: z.string(),
      recordId: id,
      number: z.string(),
      title: z.string(),
      state: z.enum(recordStates),
    }),
  ),
  /** How many there are beyond the first 100. */
  more: z.number().int(),
});

export const computedEntry = z.strictObject({
  field: z.string(),
  label: z.string(),
  at: instant,
  value: z.string(),
  because: z.string(),
});

const scale = z.strictObject({ label: z.string(), steps: z.array(z.string()) });

/** All records that have not ended, by two scales. */
export const recordGrid = z.strictObject({
  label: z.string(),
  up: scale,
  across: scale,
  /** Places where any stand, each step from 1. */
  cells: z.array(z.strictObject({ up: z.number().int(), across: z.number().int(), count: z.number().int() })),
  /** How many stand nowhere yet. */
  unplaced: z.number().int(),
  /** The largest product of both that is within bounds; null where nobody set one. */
  most: z.number().int().nullable(),
  words: z.string(),
});

/** A deadline that follows from a record and from those that it leads to. */
const clock = z.strictObject({
  label: z.string(),
  /** Null where it is not known: counsel is asked. */
  dueAt: instant.nullable(),
  source: z.string(),
  /** Whether what it waits for is there; null where that is decided elsewhere. */
  done: z.boolean().nullable(),
});

export const deadlines = z.strictObject({
  title: z.string(),
  /** Why they do not follow from what the record says; null where they do. */
  note: z.string().nullable(),
  clocks: z.array(clock),
});

export const historyEntry = z.strictObject({
  version: z.number().int(),
  kind: z.enum(["added", "changed", "ended", "reopened", "approved", "unapproved"]),
  changes: z.array(
    z.strictObject({
      field: z.string(),
      label: z.string(),
      before: fieldValue.nullable(),
      after: fieldValue.nullable(),
    }),
  ),
  reason: z.string().nullable(),
  by: person,
  at: instant,
  ledgerIndex: z.number().int(),
  /** Whether a file or a change of many records made it. */
  bulk: z.boolean(),
});
