import * as z from "zod";
import { recordStates } from "#domain/registers/register.ts";
import { change, download, query } from "./endpoint.ts";
import { id, longText, plainText } from "./fields.ts";
import { recordsTogether } from "./records-together.ts";
import {
  deadlines,
  computedEntry,
  fieldName,
  fieldValue,
  givenFields,
  historyEntry,
  lastDay,
  linkedFrom,
  record,
  recordGrid,
  register,
  registerKey,
} from "./register-shapes.ts";

/** The largest CSV file that can be imported, in characters, and its rows without the header. */
export const maxCsvCharacters = 900_000;
export const maxCsvRows = 10_000;
/** So many wrong rows of a file are listed. */
export const listedWrongRows = 300;

const wrongRow = z.strictObject({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.number().int(),
  /** The column's header; null where the whole row is meant. */
  column: z.string().nullable(),
  message: z.string(),
});

const ofCompany = z.strictObject({ companyId: id });
const ofMany = ["not-found", "forbidden", "record-rules", "record-held", "record-too-many"] as const;
const ofRegister = ofCompany.extend({ register: registerKey });
const ofRecord = ofRegister.extend({ recordId: id });
/** Names the matter of a record that belongs to one. Without it no such record is found. */
const inMatter = { matterId: id.optional() };
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
      /** A field whose value must be `equals`: of a link its target, of a list one of its entries; or `asks`, with what records ask for by themselves. */
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
    summary:
      "A record with its deadlines, the records that lead to it and its history, newest first; opening one of a matter is written down in the matter's record",
    input: ofRecord.extend(inMatter),
    output: record.extend({
      /** Null where a register has none. */
      deadlines: deadlines.nullable(),
      history: z.array(historyEntry),
      /** How computed fields changed, as its fields and the controls that it names did; newest first. */
      overTime: z.array(computedEntry),
      linkedFrom,
    }),
    fails: ["not-found"],
  }),
  grid: query({
    access: "registers.read",
    path: `${pathOfRegister}/grid`,
    summary: "How many records of a register stand where in its picture; not found where it has none",
    input: ofRegister,
    output: recordGrid,
    fails: ["not-found"],
  }),
  add: change({
    access: "registers.write",
    path: pathOfRecords,
    summary:
      "Add a record; with a matter it is for the matter's access list alone, counts for nothing, and may be about an ordinary record",
    records: "record.added",
    input: ofRegister.extend({
      fields: givenFields,
      ...inMatter,
      /** The ordinary record of the same register that this one is about; only in a matter. */
      aboutId: id.optional(),
    }),
    output: record,
    fails: ["not-found", "forbidden", "record-link", "record-rules", "record-matter", "record-held"],
  }),
  change: change({
    method: "PATCH",
    access: "registers.write",
    path: pathOfRecord,
    summary:
      "Change fields of a record as of the version that the caller saw; fields that others changed meanwhile are kept, and one that both changed is refused with both values",
    records: "record.changed",
    input: ofRecord.extend({ ...seen, fields: givenFields, ...inMatter }),
    output: record,
    fails: ["not-found", "forbidden", "record-link", "record-conflict", "record-ended", "record-rules", "record-held"],
  }),
  end: change({
    access: "registers.write",
    path: `${pathOfRecord}/end`,
    summary: "End a record with a reason, and a person with their last day; its history stays, and it can be reopened",
    records: "record.ended",
    input: ofRecord.extend({ reason, lastDay, ...inMatter }),
    output: record,
    fails: ["not-found", "forbidden", "record-ended", "record-held", "record-last-day"],
  }),
  reopen: change({
    method: "DELETE",
    access: "registers.write",
    path: `${pathOfRecord}/end`,
    summary: "Reopen a record that has ended; a last day that its end set is taken back",
    records: "record.reopened",
    input: ofRecord.extend(inMatter),
    output: record,
    fails: ["not-found", "forbidden", "record-open", "record-held"],
  }),
  approve: change({
    access: "registers.approve",
    path: `${pathOfRecord}/approval`,
    summary:
      "Approve what another person wrote, as of the version that the caller saw; a later change takes the approval away",
    records: "record.approved",
    input: ofRecord.extend(seen),
    output: record,
    fails: ["not-found", "forbidden", "record-changed", "record-own-approval", "record-not-waiting", "record-held"],
  }),
  withdrawApproval: change({
    method: "DELETE",
    access: "registers.approve",
    path: `${pathOfRecord}/approval`,
    summary:
      "Withdraw an approval that was given by mistake, with a reason: the record waits for another one, and its history says so",
    records: "record.unapproved",
    input: ofRecord.extend({ ...seen, reason }),
    output: record,
    fails: ["not-found", "forbidden", "record-changed", "record-not-approved", "record-held"],
  }),
  ...recordsTogether,
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
      /** Of the first 1,000 rows that are right: what is missing or late of them all the same, by the computed field that says so; up to 300. */
      notes: z.array(wrongRow),
      /** The first rows that are right, as they would read. */
      sample: z.array(
        z.strictObject({
          row: z.number().int(),
          number: z.string().nullable(),
          fields: z.record(z.string(), fieldValue),
        }),
      ),
    }),
    fails: ["not-found", "forbidden", "record-csv", "record-too-many"],
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
    fails: [...ofMany, "record-csv", "record-rows-wrong", "record-link"],
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
    fails: ofMany,
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
