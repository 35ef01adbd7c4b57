import * as z from "zod";
import { recordStates } from "#domain/registers/register.ts";
import { controlId, day, exhibitNumber, id, instant } from "./fields.ts";
import { fieldName, registerKey } from "./register-shapes.ts";

/** Which records of a register: those in a state, or all. */
export const recordState = z.enum([...recordStates, "all"]);

/** Where a sample of records was drawn. */
const sampledRegister = z.strictObject({
  key: registerKey,
  label: z.string(),
  state: recordState,
  evidenceId: id,
  exhibit: exhibitNumber,
});

/** A sample that was drawn, of evidence or of records. */
export const sample = z.strictObject({
  id,
  projectId: id,
  /** Of evidence: the control that it was filed for, and the days on which it was collected; null for a sample of records. */
  control: controlId.nullable(),
  from: day.nullable(),
  to: day.nullable(),
  /** Of records of a register; null for a sample of evidence. */
  register: sampledRegister.nullable(),
  seed: z.string(),
  /** How many items or records it was drawn from. */
  population: z.number().int(),
  size: z.number().int(),
  drawnBy: z.string(),
  drawnAt: instant,
});

/** A register of an exhibit, with what it takes to read its records. */
export const sealedRegister = z.strictObject({
  key: registerKey,
  label: z.string(),
  singular: z.string(),
  /** The exhibit that has it, and when that was sealed. */
  evidenceId: id,
  exhibit: exhibitNumber,
  sealedAt: instant,
  /** The field that names a record. */
  title: fieldName,
  /** Fields that a list shows beside it. */
  columns: z.array(fieldName),
  fields: z.array(z.strictObject({ key: fieldName, label: z.string(), withheld: z.boolean() })),
  states: z.array(z.strictObject({ key: z.enum(recordStates), label: z.string() })),
});

/** A record as it was sealed. */
export const sealedRecord = z.strictObject({
  /** As people quote it: `VEN-4`. */
  number: z.string(),
  state: z.enum(recordStates),
  /** When another person approved it; null where nobody did. `alone`: by who wrote it, because nobody else could. */
  approval: z.strictObject({ at: instant, alone: z.boolean() }).nullable(),
  /** Of fields with a value, in the register's order. */
  values: z.array(
    z.strictObject({
      field: fieldName,
      /** Null where the value is withheld. */
      text: z.string().nullable(),
      /** Exhibits that it cites. */
      exhibits: z.array(z.strictObject({ exhibit: exhibitNumber, withdrawn: z.boolean() })),
    }),
  ),
  /** How many values are withheld. */
  withheld: z.number().int(),
});

/** The registers of an exhibit. */
export const sealedSnapshot = z.strictObject({
  evidenceId: id,
  exhibit: exhibitNumber,
  sealedAt: instant,
  /** Of the exhibit's bytes, hexadecimal. */
  sha256: z.string(),
  registers: z.array(
    z.strictObject({
      key: registerKey,
      label: z.string(),
      summary: z.string(),
      /** Records that had not ended, and those that had. */
      current: z.number().int(),
      ended: z.number().int(),
      /** Fields whose values are withheld. */
      withheldFields: z.number().int(),
      confirmation: z.strictObject({ count: z.number().int(), at: instant, until: instant }).nullable(),
      /** What the exhibit says of the checks and expected documents that rest on it. */
      answers: z.array(
        z.strictObject({
          id: z.string(),
          /** Of the check or the document. */
          title: z.string(),
          control: controlId,
          outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
          reason: z.string(),
        }),
      ),
    }),
  ),
});
