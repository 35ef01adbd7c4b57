import * as z from "zod";
import { change, query } from "./endpoint.ts";
import {
  companyRole,
  controlStatus,
  exhibitNumber,
  frameworkKey,
  id,
  instant,
  nothing,
  projectStatus,
  sha256Hex,
  shortText,
} from "./fields.ts";

export const company = z.strictObject({
  id,
  name: z.string(),
  slug: z.string(),
  role: companyRole,
  subscriptionTier: z.string(),
  subscriptionStatus: z.string(),
  /** Members without a second factor see the company's name and nothing else of it. */
  secondFactorRequired: z.boolean(),
  /** Null while the plan costs nothing. */
  nextInvoiceOn: z.iso.date().nullable(),
  storageLocation: z.strictObject({ id, displayName: z.string(), geography: z.string() }),
  createdAt: instant,
});

const counts = z.strictObject({
  passing: z.number().int(),
  failing: z.number().int(),
  needsEvidence: z.number().int(),
  notApplicable: z.number().int(),
});

export const companies = {
  list: query({
    access: "signed-in",
    path: "/companies",
    summary: "The companies the caller is an active member of",
    input: nothing,
    output: z.array(company),
  }),
  create: change({
    access: "signed-in",
    signedOut: "company-signed-out",
    path: "/companies",
    summary: "Create a company; the caller becomes its owner",
    perMinute: 30,
    records: "company.created",
    input: z.strictObject({
      name: shortText("Please enter a company name"),
      storageLocationId: id.optional(),
    }),
    output: company,
    fails: ["company-exists", "company-not-readable", "not-found"],
  }),
  get: query({
    access: "company.read",
    path: "/companies/{companyId}",
    summary: "One company",
    input: z.strictObject({ companyId: id }),
    output: company,
  }),
  requireSecondFactor: change({
    method: "PATCH",
    access: "company.changePolicy",
    path: "/companies/{companyId}/second-factor",
    summary: "Ask every member for a second factor, or no longer",
    records: "company.policyChanged",
    input: z.strictObject({ companyId: id, required: z.boolean() }),
    output: company,
    fails: ["second-factor-needed-first"],
  }),
  overview: query({
    access: "company.read",
    path: "/companies/{companyId}/overview",
    summary: "The figures of the home screen, computed from what is on file now",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      controls: z.strictObject({ passed: z.number().int(), total: z.number().int(), percent: z.number().int() }),
      counts,
      statuses: z.array(z.strictObject({ controlId: z.string(), title: z.string(), status: controlStatus })),
      evidence: z.strictObject({ total: z.number().int(), thisWeek: z.number().int() }),
      frameworks: z.array(frameworkKey),
      projects: z.array(
        z.strictObject({
          id,
          name: z.string(),
          framework: frameworkKey,
          status: projectStatus,
          passed: z.number().int(),
          total: z.number().int(),
          percent: z.number().int(),
        }),
      ),
      recent: z.array(
        z.strictObject({
          id,
          exhibit: exhibitNumber,
          name: z.string(),
          source: z.string(),
          controls: z.array(z.string()),
          sha256: sha256Hex,
          collectedAt: instant,
        }),
      ),
    }),
  }),
  storageLocations: query({
    access: "signed-in",
    path: "/storage-locations",
    summary: "Where a company's evidence can be stored",
    input: nothing,
    output: z.array(z.strictObject({ id, displayName: z.string(), geography: z.string(), isDefault: z.boolean() })),
  }),
};
