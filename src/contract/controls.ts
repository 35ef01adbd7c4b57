import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { controlId, controlStatus, evidenceType, exhibitNumber, id, instant } from "./fields.ts";

export const controlRow = z.strictObject({
  id: controlId,
  title: z.string(),
  domain: z.string(),
  status: controlStatus,
  /** Why, in one sentence. */
  reason: z.string(),
  evidenceCount: z.number().int(),
  /** Number of the newest valid item, such as EX-000012. */
  latestExhibit: exhibitNumber.nullable(),
  lastTestedAt: instant.nullable(),
  /** Requirement ids by framework key. */
  requirements: z.record(z.string(), z.array(z.string())),
});

export const checkResult = z.strictObject({
  checkId: z.string(),
  title: z.string(),
  outcome: z.enum(["pass", "fail", "unknown", "not applicable", "not run"]),
  reason: z.string(),
  source: z.string().nullable(),
  observedAt: instant.nullable(),
  validUntil: instant.nullable(),
  exhibit: exhibitNumber.nullable(),
});

const one = z.strictObject({ companyId: id, controlId });

export const controls = {
  list: query({
    access: "controls.read",
    path: "/companies/{companyId}/controls",
    summary: "The 22 core controls with their status now",
    input: z.strictObject({ companyId: id }),
    output: z.array(controlRow),
  }),
  get: query({
    access: "controls.read",
    path: "/companies/{companyId}/controls/{controlId}",
    summary: "One control: statement, checks with what was observed, evidence, limits",
    input: one,
    output: z.strictObject({
      control: controlRow,
      statement: z.string(),
      why: z.string(),
      cadence: z.string(),
      expected: z.array(z.strictObject({ type: evidenceType, title: z.string(), validForDays: z.number().int() })),
      limits: z.array(z.strictObject({ framework: z.string(), note: z.string() })),
      checks: z.array(checkResult),
      evidence: z.array(
        z.strictObject({
          id,
          exhibit: exhibitNumber,
          name: z.string(),
          type: evidenceType,
          source: z.string(),
          collectedAt: instant,
          validUntil: instant,
        }),
      ),
    }),
    fails: ["not-found"],
  }),
  setApplicability: change({
    access: "controls.setApplicability",
    path: "/companies/{companyId}/controls/{controlId}/applicability",
    summary: "Declare a control not applicable, with the reason, or applicable again",
    records: "control.applicabilitySet",
    input: one.extend({
      applicable: z.boolean(),
      reason: z
        .string()
        .trim()
        .min(1, "Please give a reason")
        .max(1000, "Please use at most 1000 characters")
        .regex(/^[^\0]*$/, "Please remove control characters"),
    }),
    output: controlRow,
    fails: ["not-found"],
  }),
};
