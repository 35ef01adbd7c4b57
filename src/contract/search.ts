import * as z from "zod";
import { query } from "./endpoint.ts";
import { controlId, exhibitNumber, frameworkKey, id, plainText } from "./fields.ts";
import { registerKey } from "./register-shapes.ts";

/** Results of each kind, at most. */
export const resultsOfAKind = 8;

export const search = {
  everything: query({
    access: "company.read",
    path: "/companies/{companyId}/search",
    summary:
      "Projects, controls, evidence, records of registers and policies by name, number, requirement or source; eight of each at most",
    input: z.strictObject({ companyId: id, text: plainText(200) }),
    output: z.strictObject({
      projects: z.array(z.strictObject({ id, name: z.string(), framework: frameworkKey })),
      controls: z.array(
        z.strictObject({
          id: controlId,
          title: z.string(),
          domain: z.string(),
          /** The newest project in which it can be opened. */
          projectId: id.nullable(),
        }),
      ),
      evidence: z.array(z.strictObject({ id, exhibit: exhibitNumber, name: z.string(), source: z.string() })),
      /** Of the registers that the caller may read; those that have ended come last. */
      records: z.array(
        z.strictObject({
          id,
          register: registerKey,
          /** What the register is called. */
          label: z.string(),
          number: z.string(),
          title: z.string(),
          ended: z.boolean(),
        }),
      ),
      /** By title, those in force first. */
      policies: z.array(z.strictObject({ id, title: z.string(), inForce: z.boolean() })),
    }),
  }),
};
