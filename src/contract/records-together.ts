import * as z from "zod";
import { maxFilesTogether } from "#domain/registers/files-together.ts";
import { change, query } from "./endpoint.ts";
import { exhibitNumber, id, longText } from "./fields.ts";
import { fieldName, givenFields, lastDay, registerKey } from "./register-shapes.ts";

/** So many records can be changed at once. */
export const maxBulkRecords = 500;

const ofRegister = z.strictObject({ companyId: id, register: registerKey });
const recordIds = z.array(id).min(1, "Choose a record").max(maxBulkRecords);
const batch = z.strictObject({ batchId: id, changed: z.number().int() });
const path = "/companies/{companyId}/registers/{register}";

/** What is done to many records at once: all of it or nothing, and undone by one call. */
export const recordsTogether = {
  changeMany: change({
    method: "PATCH",
    access: "registers.write",
    path: `${path}/records`,
    summary:
      "Set the same fields in many records, all of them or none; with the versions that the caller saw, a field that somebody else set to something else since is refused with both values",
    records: "record.manyChanged",
    input: ofRegister.extend({
      recordIds,
      /** The version of each record as the caller saw it, in the same order. */
      versions: z.array(z.number().int().min(1)).max(maxBulkRecords).optional(),
      fields: givenFields,
    }),
    output: batch,
    fails: [
      "not-found",
      "forbidden",
      "record-link",
      "record-conflict",
      "record-ended",
      "record-rules",
      "record-held",
      "record-too-many",
    ],
  }),
  endMany: change({
    access: "registers.write",
    path: `${path}/ends`,
    summary: "End many records with one reason, all of them or none; their history stays, and they can be reopened",
    records: "record.manyEnded",
    input: ofRegister.extend({ recordIds, reason: longText(1_000, "Please give a reason"), lastDay }),
    output: z.strictObject({ batchId: id, ended: z.number().int() }),
    fails: [
      "not-found",
      "forbidden",
      "record-ended",
      "record-rules",
      "record-held",
      "record-last-day",
      "record-too-many",
    ],
  }),
  proposeFiles: query({
    method: "POST",
    access: "registers.write",
    path: `${path}/file-proposals`,
    perMinute: 30,
    summary:
      "The record that each exhibit may be a file of, by the record's number or the words of its title; changes nothing",
    input: ofRegister.extend({
      field: fieldName,
      exhibits: z.array(exhibitNumber).min(1, "Choose an item").max(maxFilesTogether),
    }),
    output: z.array(
      z.strictObject({
        exhibit: z.string(),
        /** Why it can be no file of this field, as a sentence; null where it can. */
        refused: z.string().nullable(),
        /** Null where none fits, or two equally. */
        record: z
          .strictObject({
            id,
            number: z.string(),
            title: z.string(),
            /** The exhibit that the field has now; null where it has none or holds a list. */
            holds: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
    fails: ["not-found", "forbidden", "record-sort"],
  }),
  useFiles: change({
    method: "PATCH",
    access: "registers.write",
    path: `${path}/files`,
    summary:
      "Use exhibits as files of records, all of them or none: a list gains them, and a field with another exhibit than the caller saw is refused with both",
    records: "record.manyChanged",
    input: ofRegister.extend({
      field: fieldName,
      uses: z
        .array(
          z.strictObject({
            recordId: id,
            exhibit: exhibitNumber,
            /** The exhibit that the caller saw in the field; null for none. Of a list it says nothing. */
            holds: exhibitNumber.nullable().default(null),
          }),
        )
        .min(1, "Choose an item")
        .max(maxFilesTogether),
    }),
    output: batch,
    fails: [
      "not-found",
      "forbidden",
      "record-link",
      "record-conflict",
      "record-ended",
      "record-sort",
      "record-rules",
      "record-held",
      "record-too-many",
    ],
  }),
};
