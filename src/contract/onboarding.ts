import * as z from "zod";
import { companySizes, industries, regions } from "#domain/organization-profile.ts";
import { setupSteps } from "#domain/setup-clock.ts";
import { change, draftEndpoint, query } from "./endpoint.ts";
import { frameworkKey, id, instant } from "./fields.ts";

const keysOf = <K extends string>(options: readonly { readonly key: K }[]) => options.map(({ key }) => key);

const industry = z.enum(keysOf(industries), "Please select an industry");
const companySize = z.enum(keysOf(companySizes));
const region = z.enum(keysOf(regions));

// Above any company there is: what is larger was mistyped, and would not fit the database.
const MOST_EMPLOYEES = 100_000_000;
const MOST_REVENUE = 1e15;

/** What an organization says about itself, by the rules of the specification's section 5. */
export const organizationProfile = z.strictObject({
  industry,
  companySize: companySize.default("small"),
  employeeCount: z
    .number("Must be a positive number")
    .int("Must be a positive number")
    .positive("Must be a positive number")
    .max(MOST_EMPLOYEES, `Must be at most ${MOST_EMPLOYEES.toLocaleString("en-US")}`),
  annualRevenue: z
    .number("Must be zero or greater")
    .nonnegative("Must be zero or greater")
    .max(MOST_REVENUE, `Must be at most ${MOST_REVENUE.toLocaleString("en-US")}`),
  paymentProcessing: z.boolean().default(false),
  storesPii: z.boolean().default(false),
  customerRegions: z
    .array(region)
    .min(1, "Select at least one region")
    .max(regions.length)
    .transform((chosen) => keysOf(regions).filter((key) => chosen.includes(key))),
});

/** Answers on their way: of the right types, and otherwise as they were left. */
const answers = z.strictObject({
  industry: z.union([z.literal(""), z.enum(keysOf(industries))]).optional(),
  companySize: companySize.optional(),
  /** As it was typed, so that nothing a person left half done is lost or made up. */
  employeeCount: z.string().max(30).optional(),
  annualRevenue: z.string().max(30).optional(),
  paymentProcessing: z.boolean().optional(),
  storesPii: z.boolean().optional(),
  customerRegions: z.array(region).max(regions.length).optional(),
});

const draft = z.strictObject({ step: z.number().int().min(1).max(4), answers });

const recommendations = z.array(
  z.strictObject({
    framework: frameworkKey,
    /** What of the answers it follows from, in one sentence. */
    because: z.string(),
    /** Whether the company already has a project of it that is not archived. */
    hasProject: z.boolean(),
    /** Whether the company can have a project of it now, or why not. */
    availability: z.enum(["open", "coming soon", "not in plan"]),
  }),
);

const profile = organizationProfile.extend({
  id,
  companySize,
  paymentProcessing: z.boolean(),
  storesPii: z.boolean(),
  customerRegions: z.array(region),
  submittedAt: instant,
});

const state = z.strictObject({
  /** Null until it was submitted for the first time. */
  profile: profile.nullable(),
  /** The caller's own, unless what was submitted since is newer. */
  draft: draft.extend({ savedAt: instant }).nullable(),
  /** None until a profile exists. */
  recommendations,
});

const ofCompany = z.strictObject({ companyId: id });

/** How far a company is on its way to the first control report. */
export const setup = z.strictObject({
  /** When the owner's account was created; null for everybody else. */
  signedUpAt: instant.nullable(),
  firstReportAt: instant.nullable(),
  /** Elapsed time, breaks included, from the account's creation, or from the company's where the account is older than that. */
  clock: z
    .strictObject({ since: z.enum(["sign-up", "company"]), minutes: z.number().int(), running: z.boolean() })
    .nullable(),
  steps: z.array(z.strictObject({ step: z.enum(setupSteps), at: instant.nullable() })),
});

export const onboarding = {
  get: query({
    access: "onboarding.read",
    path: "/companies/{companyId}/onboarding",
    summary: "What the organization says about itself, what the caller left unfinished, and the frameworks that follow",
    input: ofCompany,
    output: state,
  }),
  saveDraft: draftEndpoint({
    method: "PATCH",
    access: "onboarding.answer",
    path: "/companies/{companyId}/onboarding",
    summary: "Keep the caller's unfinished answers, for another day or another device",
    input: draft.extend({ companyId: id }),
    output: z.strictObject({ savedAt: instant }),
  }),
  submit: change({
    access: "onboarding.answer",
    path: "/companies/{companyId}/onboarding",
    summary: "Say what the organization is, for the first time or anew",
    records: "onboarding.submitted",
    input: organizationProfile.extend({ companyId: id }),
    output: state,
  }),
  setup: query({
    access: "onboarding.read",
    path: "/companies/{companyId}/onboarding/setup",
    summary: "How far the company is on the way to its first control report; for its owner also how long it took",
    input: ofCompany,
    output: setup,
  }),
};
