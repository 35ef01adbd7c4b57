import * as z from "zod";
import { limitKeys } from "#domain/limits.ts";
import { query } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

/** How much a company may have and make, and how much of it is used. */
export const limits = {
  list: query({
    access: "limits.read",
    path: "/companies/{companyId}/limits",
    summary: "How much the company may have and make of each thing, how much of it is used, and when that begins anew",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      plan: z.string(),
      limits: z.array(
        z.strictObject({
          key: z.enum(limitKeys),
          name: z.string(),
          unit: z.enum(["number", "bytes"]),
          /** What is there at once, or what is added in an hour or a day, by UTC. */
          holds: z.enum(["at once", "each hour", "each day"]),
          /** Null where it is not the caller's to see: matters are for owners, and what is privileged is in no figure but theirs. */
          used: z.number().int().nullable(),
          /** Null without a limit. */
          most: z.number().int().nullable(),
          /** Set for this company in place of its plan's. */
          own: z.boolean(),
          /** When it begins anew; null for what is there at once. */
          freesAt: instant.nullable(),
        }),
      ),
    }),
  }),
};
