import * as z from "zod";
import { fieldOrigins, fieldTypes, listedTypes, recordStates } from "#domain/registers/register.ts";
import { change, download, query } from "./endpoint.ts";
import { id, instant, longText, plainText } from "./fields.ts";

/** The largest CSV file that can be imported, in characters, and its rows without the header. */
export const maxCsvCharacters = 900_000;
export const maxCsvRows = 10_000;
/** So many wrong rows of a file are listed. */
export const listedWrongRows = 300;
/** So many records can be changed at once. */
export const maxBulkRecords = 500;

/** The key of a register, such as `people`. */
const registerKey = z
  .string()
  .max(40)
  .regex(/^[a-z]+(-[a-z]+)*$/, "This is not a register.");
const fieldName = z
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
const givenFields = z.record(fieldName, givenValue);
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const person = z.strictObject({ userId: id, name: z.string() });

const field = z.strictObject({
  key: fieldName,
  label: z.string(),
  type: z.enum(fieldTypes),
  /** Of a list: what it holds. */
  of: z.enum(listedTypes).nullable(),
  origin: z.enum(fieldOrigins),
  required: z.boolean(),
  personal: z.boolean(),
  confidential: z.boolean(),
  /** Of a choice, in order. */
  choices: z.array(z.strictObject({ key: z.string(), label: z.string() })),
  hint: z.string().nullable(),
});

const confirmation = z.strictObject({
  /** How many records it had then. */
  count: z.number().int(),
  by: person,
  at: instant,
  until: instant,
  /** `ended` once its time is over. */
  state: z.enum(["confirmed", "ended"]),
});

const register = z.strictObject({
  key: registerKey,
  label: z.string(),
  singular: z.string(),
  summary: z.string(),
  /** The field that names a record. */
  title: fieldName,
  fields: z.array(field),
  /** What each state is called. */
  states: z.array(z.strictObject({ key: z.enum(recordStates), label: z.string() })),
  endReasons: z.array(z.string()),
  /** Fields that a list shows beside the title. */
  columns: z.array(fieldName),
  views: z.array(
    z.strictObject({ key: z.string(), label: z.string(), state: z.enum([...recordStates, "all"]), sort: z.string() }),
  ),
  /** Checks that it decides, alone or with others. */
  checks: z.array(z.string()),
  counts: z.strictObject({ open: z.number().int(), waiting: z.number().int(), ended: z.number().int() }),
  /** Null while nobody confirmed it. */
  confirmation: confirmation.nullable(),
  confirmedForDays: z.number().int(),
  /** What the caller may do there. */
  may: z.strictObject({ write: z.boolean(), approve: z.boolean(), confirm: z.boolean() }),
});

const record = z.strictObject({
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
      type: z.enum(["person", "system", "control", "exhibit"]),
      target: z.string(),
      label: z.string(),
      /** A person who left, a system that was removed, an exhibit that was withdrawn. */
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
  ended: z.strictObject({ at: instant, reason: z.string() }).nullable(),
  /** Whether the caller may approve it now. */
  mayApprove: z.boolean(),
});

const historyEntry = z.strictObject({
  version: z.number().int(),
  kind: z.enum(["added", "changed", "ended", "reopened", "approved"]),
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

const wrongRow = z.strictObject({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.number().int(),
  /** The column's header; null where the whole row is meant. */
  column: z.string().nullable(),
  message: z.string(),
});

const ofCompany = z.strictObject({ companyId: id });
const ofRegister = ofCompany.extend({ register: registerKey });
const ofRecord = ofRegister.extend({ recordId: id });
const seen = { version: z.number().int().min(1) };
const reason = longText(1_000, "Please give a reason");
const csv = z.string().min(1, "Choose a CSV file").max(maxCsvCharacters, "This file is too large. Split it.");

const path = "/companies/{companyId}/registers";
const pathOfRegister = "/companies/{companyId}/registers/{register}";
const pathOfRecords = `${pathOfRegister}/records` as const;
const pathOfRecord = `${pathOfRecords}/{recordId}` as const;

/** What a company keeps about itself. One set of endpoints for every register; `registers.list` says which there are. */
export const registers = {
  list: query({
    access: "registers.read",
    path,
    summary: "The registers that the caller may read: their fields, how many records each has, and who confirmed it",
    input: ofCompany,
    output: z.array(register),
  }),
  records: query({
    access: "registers.read",
    path: pathOfRecords,
    summary: "Records of a register, a page at a time",
    input: ofRegister.extend({
      state: z.enum([...recordStates, "all"]).default("all"),
      /** In the record's number and any of its texts. */
      search: plainText(200).optional(),
      /** A field whose value must be `equals`: of a link its target, of a list one of its entries. */
      field: fieldName.optional(),
      equals: plainText(300).optional(),
      /** A field, `number` or `changed`. */
      sort: fieldName.default("number"),
      direction: z.enum(["up", "down"]).default("up"),
      /** The place that the page before gave as `next`. */
      after: plainText(1_000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      records: z.array(record),
      /** How many fit the filters. */
      total: z.number().int(),
      next: z.string().nullable(),
    }),
    fails: ["not-found", "record-sort"],
  }),
  get: query({
    access: "registers.read",
    path: pathOfRecord,
    summary: "A record with its history, newest first",
    input: ofRecord,
    output: record.extend({ history: z.array(historyEntry) }),
    fails: ["not-found"],
  }),
  add: change({
    access: "registers.write",
    path: pathOfRecords,
    summary: "Add a record",
    records: "record.added",
    input: ofRegister.extend({ fields: givenFields }),
    output: record,
    fails: ["not-found", "forbidden", "record-link"],
  }),
  change: change({
    method: "PATCH",
    access: "registers.write",
    path: pathOfRecord,
    summary:
      "Change fields of a record as of the version that the caller saw; fields that others changed meanwhile are kept, and one that both changed is refused with both values",
    records: "record.changed",
    input: ofRecord.extend({ ...seen, fields: givenFields }),
    output: record,
    fails: ["not-found", "forbidden", "record-link", "record-conflict", "record-ended"],
  }),
  end: change({
    access: "registers.write",
    path: `${pathOfRecord}/end`,
    summary: "End a record with a reason; its history stays, and it can be reopened",
    records: "record.ended",
    input: ofRecord.extend({ reason }),
    output: record,
    fails: ["not-found", "forbidden", "record-ended"],
  }),
  reopen: change({
    method: "DELETE",
    access: "registers.write",
    path: `${pathOfRecord}/end`,
    summary: "Reopen a record that has ended",
    records: "record.reopened",
    input: ofRecord,
    output: record,
    fails: ["not-found", "forbidden", "record-open"],
  }),
  approve: change({
    access: "registers.approve",
    path: `${pathOfRecord}/approval`,
    summary:
      "Approve what another person wrote, as of the version that the caller saw; a later change takes the approval away",
    records: "record.approved",
    input: ofRecord.extend(seen),
    output: record,
    fails: ["not-found", "forbidden", "record-changed", "record-own-approval", "record-not-waiting"],
  }),
  changeMany: change({
    method: "PATCH",
    access: "registers.write",
    path: pathOfRecords,
    summary: "Set the same fields in many records, all of them or none",
    records: "record.manyChanged",
    input: ofRegister.extend({
      recordIds: z.array(id).min(1, "Choose a record").max(maxBulkRecords),
      fields: givenFields,
    }),
    output: z.strictObject({ batchId: id, changed: z.number().int() }),
    fails: ["not-found", "forbidden", "record-link", "record-ended"],
  }),
  confirm: change({
    access: "registers.confirm",
    path: `${pathOfRegister}/confirmation`,
    summary:
      "Confirm that a register is complete with so many records, ended ones not counted; 0 says that there is none",
    records: "record.confirmed",
    input: ofRegister.extend({ count: z.number().int().min(0) }),
    output: register,
    fails: ["not-found", "forbidden", "record-count"],
  }),
  previewCsv: query({
    method: "POST",
    access: "registers.write",
    path: `${pathOfRegister}/csv-preview`,
    summary: "What importing a CSV file would do, and every row that is wrong; changes nothing",
    perMinute: 60,
    input: ofRegister.extend({ csv }),
    output: z.strictObject({
      /** Each column of the file with the field that it fills; null for one that is left out. */
      columns: z.array(z.strictObject({ header: z.string(), field: z.string().nullable() })),
      added: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      /** Rows with anything wrong, all of them. */
      wrong: z.number().int(),
      /** The first 300 problems. */
      problems: z.array(wrongRow),
      /** The first rows that are right, as they would read. */
      sample: z.array(
        z.strictObject({
          row: z.number().int(),
          number: z.string().nullable(),
          fields: z.record(z.string(), fieldValue),
        }),
      ),
    }),
    fails: ["not-found", "forbidden", "record-csv"],
  }),
  importCsv: change({
    access: "registers.write",
    path: `${pathOfRegister}/csv`,
    summary:
      "Import a CSV file: rows with a number or a known key change that record, others are added; all of it or nothing",
    records: "record.imported",
    input: ofRegister.extend({ csv }),
    output: z.strictObject({
      batchId: id,
      added: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
    }),
    fails: ["not-found", "forbidden", "record-csv", "record-rows-wrong", "record-link"],
  }),
  undoBatch: change({
    method: "DELETE",
    access: "registers.write",
    path: `${pathOfRegister}/batches/{batchId}`,
    summary:
      "Undo an import or a change of many records: what it added ends, what it changed is as before; what was changed since stays",
    records: "record.undone",
    input: ofRegister.extend({ batchId: id }),
    output: z.strictObject({ undone: z.number().int(), kept: z.number().int() }),
    fails: ["not-found", "forbidden"],
  }),
  csv: download({
    access: "registers.read",
    path: `${pathOfRegister}/csv`,
    summary: "All records of a register as CSV, safe to open in a spreadsheet; importing it again changes nothing",
    input: ofRegister,
    output: z.instanceof(Uint8Array),
    fails: ["not-found"],
  }),
};
