import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";
import { fieldName, fieldValue, givenFields, registerKey } from "./register-shapes.ts";
import { maxBulkRecords } from "./records-together.ts";

const ofRegister = z.strictObject({ companyId: id, register: registerKey });
const key = z.string().regex(/^[0-9a-f]{64}$/, "This is not a proposal.");
const keys = z.array(key).min(1, "Choose a proposal").max(maxBulkRecords);

const proposal = z.strictObject({
  /** The same however often it is collected. */
  key,
  /** What the record will be called. */
  title: z.string(),
  /** What was seen, in a few words. */
  detail: z.string(),
  /** What of the record was collected; the rest is asked for. */
  fields: z.record(fieldName, fieldValue),
  /** Where it was read: the system, the exhibit and when. Null where it follows from the list of systems, or staff named it. */
  seen: z.strictObject({ source: z.string(), exhibit: z.string(), at: instant }).nullable(),
  /** Who of the staff named it on their page; null where it was collected. */
  namedBy: z.string().nullable(),
  dismissed: z.boolean(),
});

const path = "/companies/{companyId}/registers/{register}/proposals";

/** What is collected, or named by staff, proposed as records. Nothing is proposed that a record says already. */
export const proposals = {
  list: query({
    access: "registers.read",
    path,
    summary:
      "What connected systems, the list of systems and staff propose for a register, and what was dismissed of it",
    input: ofRegister,
    output: z.array(proposal),
    fails: ["not-found"],
  }),
  accept: change({
    access: "registers.write",
    path,
    summary:
      "Add a record for each of these proposals, all of them or none; `fields` are what was not collected, the same in each. All are undone in one act",
    records: "record.proposalsAdded",
    input: ofRegister.extend({ keys, fields: givenFields }),
    output: z.strictObject({ batchId: id, added: z.number().int() }),
    fails: ["not-found", "forbidden", "proposal-gone", "record-link", "record-rules"],
  }),
  dismiss: change({
    access: "registers.write",
    path: `${path}/dismissed`,
    summary: "Stop proposing these, or propose them again",
    records: "record.proposalsDismissed",
    input: ofRegister.extend({ keys, dismissed: z.boolean() }),
    output: z.strictObject({ decided: z.number().int() }),
    fails: ["not-found", "forbidden", "proposal-gone"],
  }),
};
