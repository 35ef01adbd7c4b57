import * as z from "zod";
import { change, download, query } from "./endpoint.ts";
import { day, id, instant } from "./fields.ts";

const filters = z.strictObject({
  person: id.optional(),
  /** The noun of the event, such as `project`. */
  kind: z
    .string()
    .regex(/^[a-z][A-Za-z]{0,39}$/, "This is not a kind of event.")
    .optional(),
  /** From the beginning of this day, in UTC. */
  from: day.optional(),
  /** To the end of this day, in UTC. */
  to: day.optional(),
});

export const activity = {
  list: query({
    access: "activity.read",
    path: "/companies/{companyId}/activity",
    summary: "Who did what, and when, from the company's ledger, newest first, a page at a time",
    input: filters.extend({
      companyId: id,
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      entries: z.array(
        z.strictObject({
          /** Its place in the ledger. */
          index: z.number().int(),
          at: instant,
          event: z.string(),
          /** Null for an account that was deleted since. */
          person: z.strictObject({ id, name: z.string() }).nullable(),
          /** What they did, as a sentence without its subject: `created the project "SOC 2"`. */
          sentence: z.string(),
          /** What it was done to: an id, a control, a provider. */
          subject: z.string(),
        }),
      ),
      /** Give it as `after` for the next page; null at the end. */
      next: z.number().int().nullable(),
    }),
  }),
  people: query({
    access: "activity.read",
    path: "/companies/{companyId}/activity/people",
    summary: "Everyone whom the company's record names, those who left among them",
    input: z.strictObject({ companyId: id }),
    output: z.array(z.strictObject({ id, name: z.string(), isMember: z.boolean() })),
  }),
  export: change({
    access: "activity.export",
    path: "/companies/{companyId}/activity/exports",
    summary: "Prepare a file of the activity, as the filters say; the export is itself recorded",
    records: "activity.exported",
    input: filters.extend({ companyId: id, format: z.enum(["csv", "json"]) }),
    output: z.strictObject({ exportId: id, fileName: z.string() }),
  }),
  file: download({
    access: "activity.export",
    path: "/companies/{companyId}/activity/exports/{exportId}",
    summary: "The prepared file, as it was asked for by the same person",
    input: z.strictObject({ companyId: id, exportId: id }),
    output: z.unknown(),
    fails: ["not-found"],
  }),
};
