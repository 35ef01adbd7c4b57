import * as z from "zod";
import { summary } from "./connection-shapes.ts";
import { nextAction } from "./controls.ts";
import { change, download, query } from "./endpoint.ts";
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
import { setup } from "./onboarding.ts";

export const company = z.strictObject({
  id,
  name: z.string(),
  slug: z.string(),
  role: companyRole,
  subscriptionTier: z.string(),
  subscriptionStatus: z.string(),
  /** Members without a second factor see the company's name and nothing else of it. */
  secondFactorRequired: z.boolean(),
  /** When everything is erased unless the owner keeps the company after all; null where nobody asked for that. */
  deletionDueAt: instant.nullable(),
  /** Null while the plan costs nothing. */
  nextInvoiceOn: z.iso.date().nullable(),
  storageLocation: z.strictObject({ id, displayName: z.string(), geography: z.string() }),
  createdAt: instant,
});

/** The steps that raise the company's frameworks most, and how far (docs/decisions/0019). */
const next = z.strictObject({
  steps: z.array(
    z.strictObject({
      controlId: z.string(),
      title: z.string(),
      /** Why it does not pass now. */
      reason: z.string(),
      /** How many checks and documents it still needs, and what to do first. */
      open: z.number().int(),
      next: nextAction,
      /** What the step adds after the ones before it, in percentage points. */
      gains: z.array(z.strictObject({ framework: frameworkKey, points: z.number().int() })),
    }),
  ),
  /** Each framework's requirement figure in percent, now and after all of the steps. */
  figures: z.array(z.strictObject({ framework: frameworkKey, before: z.number().int(), after: z.number().int() })),
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
    fails: ["account-bounded", "company-exists", "company-not-readable", "not-found"],
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
  rename: change({
    method: "PATCH",
    access: "company.rename",
    path: "/companies/{companyId}",
    summary: "Rename the company; its address stays",
    records: "company.renamed",
    input: z.strictObject({ companyId: id, name: shortText("Company name cannot be empty") }),
    output: company,
  }),
  usage: query({
    access: "company.read",
    path: "/companies/{companyId}/usage",
    summary: "What the company's plan includes, and how much of it is taken",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      plan: z.string(),
      /** Invited counts open invitations, each of which keeps a seat. A null limit means without one. */
      users: z.strictObject({
        members: z.number().int(),
        invited: z.number().int(),
        limit: z.number().int().nullable(),
      }),
      /** Of projects that are not archived. */
      frameworks: z.strictObject({ used: z.number().int(), limit: z.number().int().nullable() }),
    }),
  }),
  transfer: change({
    access: "company.transfer",
    path: "/companies/{companyId}/owner",
    summary: "Transfer the ownership to another member; who had it stays as an admin",
    records: "company.transferred",
    confirmed: true,
    input: z.strictObject({ companyId: id, memberId: id }),
    output: company,
    fails: ["confirm-identity", "not-found", "owner-unfit"],
  }),
  delete: change({
    access: "company.delete",
    path: "/companies/{companyId}/deletion",
    summary: "Have the company erased in 30 days, with its keys and everything it filed; say its name to be sure",
    records: "company.deletionRequested",
    confirmed: true,
    input: z.strictObject({ companyId: id, name: z.string().max(500) }),
    output: company,
    fails: ["confirm-identity", "name-differs", "deletion-asked"],
  }),
  keep: change({
    method: "DELETE",
    access: "company.delete",
    path: "/companies/{companyId}/deletion",
    summary: "Keep the company after all",
    records: "company.deletionCancelled",
    input: z.strictObject({ companyId: id }),
    output: company,
    fails: ["deletion-not-asked"],
  }),
  exportRecords: download({
    access: "company.export",
    path: "/companies/{companyId}/records",
    summary: "Everything that is kept about the company besides its artifacts, as JSON; artifacts come as a bundle",
    input: z.strictObject({ companyId: id }),
    output: z.unknown(),
  }),
  overview: query({
    access: "company.read",
    path: "/companies/{companyId}/overview",
    summary: "The figures of the home screen, computed from what is on file now",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      controls: z.strictObject({ passed: z.number().int(), total: z.number().int(), percent: z.number().int() }),
      counts,
      statuses: z.array(
        z.strictObject({
          controlId: z.string(),
          title: z.string(),
          domain: z.string(),
          status: controlStatus,
          /** The first requirement it speaks to in the framework of the newest project, SOC 2 where there is none. */
          requirement: z.string().nullable(),
        }),
      ),
      setup,
      /** The accounts that are connected, or about to be. */
      connections: z.array(
        summary.pick({ id: true, state: true, connectedAt: true, lastCollectedAt: true, hours: true }),
      ),
      next,
      /** Which controls that pass will lapse first if nothing new comes in, and which item is too old to count then. */
      lapses: z.array(
        z.strictObject({
          controlId: z.string(),
          title: z.string(),
          at: instant,
          exhibit: exhibitNumber.nullable(),
        }),
      ),
      /** The last 24 hours' changes of controls' statuses, the newest first; twenty at most. */
      changes: z.array(
        z.strictObject({
          controlId: z.string(),
          at: instant,
          /** Null where it was judged for the first time. */
          was: controlStatus.nullable(),
          status: controlStatus,
          reason: z.string(),
        }),
      ),
      /** What waits of expected documents for the person who asks. */
      documents: z.strictObject({
        /** How many they may review now; none for whom may not. */
        toReview: z.number().int(),
        /** Those that they filed and a reviewer returned, until something else is filed. */
        returned: z.array(
          z.strictObject({ controlId: z.string(), documentId: z.string(), title: z.string(), reason: z.string() }),
        ),
      }),
      /** What fell because a newer rule judges controls; for 30 days, and null where nothing did. */
      ruleChange: z
        .strictObject({
          at: instant,
          fell: z.array(z.strictObject({ controlId: z.string(), title: z.string(), reason: z.string() })),
        })
        .nullable(),
      evidence: z.strictObject({
        total: z.number().int(),
        thisWeek: z.number().int(),
        /** Items filed on each of the last 14 days, which end now; the oldest first. */
        days: z.array(z.number().int()),
      }),
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
