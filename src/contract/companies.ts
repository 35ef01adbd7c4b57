import * as z from "zod";
import { change, download, query } from "./endpoint.ts";
import { companyRole, id, instant, nothing, shortText } from "./fields.ts";
import { overview } from "./overview.ts";

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
    fails: ["confirm-identity", "name-differs", "deletion-asked", "company-held"],
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
    output: overview,
  }),
  storageLocations: query({
    access: "signed-in",
    path: "/storage-locations",
    summary: "Where a company's evidence can be stored",
    input: nothing,
    output: z.array(z.strictObject({ id, displayName: z.string(), geography: z.string(), isDefault: z.boolean() })),
  }),
};
