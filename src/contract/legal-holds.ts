import * as z from "zod";
import { query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

/** Legal holds beside their records: whom they were told to, and who confirmed them. */
export const legalHolds = {
  custodians: query({
    access: "registers.read",
    path: "/companies/{companyId}/legal-holds/{recordId}/custodians",
    summary: "Who was told of a legal hold and when, who confirmed it, and who was told of its release",
    input: z.strictObject({ companyId: id, recordId: id }),
    output: z.array(
      z.strictObject({
        personId: id,
        name: z.string(),
        /** Null while nobody was told: a person without a work email is never mailed. */
        toldAt: instant.nullable(),
        reminders: z.number().int(),
        /** Null until they confirm what the hold says now. */
        acknowledgedAt: instant.nullable(),
        releasedAt: instant.nullable(),
      }),
    ),
    fails: ["not-found"],
  }),
};
