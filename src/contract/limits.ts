import * as z from "zod";
import { limitKeys } from "#domain/limits.ts";
import { platformEndpoint, query } from "./endpoint.ts";
import { id, instant, nothing } from "./fields.ts";

/** How much a company may have and make, and how much of it is used. */
export const limits = {
  list: query({
    access: "limits.read",
    path: "/companies/{companyId}/limits",
    summary:
      "How much the company may have and make of each thing, how much of it is used, and when the count starts again",
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
          /** When the count starts again; null for what is there at once. */
          freesAt: instant.nullable(),
        }),
      ),
    }),
  }),
  companies: platformEndpoint({
    method: "GET",
    path: "/installation/usage",
    summary: "What each company stores, and the limit it is nearest to: two hundred companies, the fullest first",
    input: nothing,
    output: z.array(
      z.strictObject({
        id,
        name: z.string(),
        plan: z.string(),
        /** Without what the privilege of a matter hides. */
        items: z.number().int(),
        bytes: z.number().int(),
        /** Null where nothing that has a limit is used. */
        fullest: z
          .strictObject({
            key: z.enum(limitKeys),
            name: z.string(),
            unit: z.enum(["number", "bytes"]),
            used: z.number().int(),
            most: z.number().int(),
          })
          .nullable(),
      }),
    ),
    fails: ["forbidden", "second-factor-required"],
  }),
};
