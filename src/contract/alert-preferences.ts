import * as z from "zod";
import { alertKindKeys } from "#domain/alert-kinds.ts";
import { change, query } from "./endpoint.ts";
import { day, id, instant } from "./fields.ts";

const kind = z.enum(alertKindKeys);

/** daily: in one mail a day, at 08:00 UTC, instead of at once. */
const preferences = z.strictObject({
  kinds: z.array(z.strictObject({ kind, byMail: z.boolean(), daily: z.boolean() })),
  mutedUntil: instant.nullable(),
});

export const alertPreferences = {
  get: query({
    access: "alerts.choose",
    path: "/companies/{companyId}/alert-preferences",
    summary: "What the caller is mailed about in this company",
    input: z.strictObject({ companyId: id }),
    output: preferences,
  }),
  set: change({
    method: "PATCH",
    access: "alerts.choose",
    path: "/companies/{companyId}/alert-preferences",
    summary: "Choose what to be mailed about from now on, or nothing until a day, which begins at midnight UTC",
    records: "alerts.chosen",
    input: z.strictObject({
      companyId: id,
      kinds: z
        .array(z.strictObject({ kind, byMail: z.boolean(), daily: z.boolean().default(false) }))
        .max(alertKindKeys.length)
        .optional(),
      mutedUntil: day.nullable().optional(),
    }),
    output: preferences,
  }),
};
