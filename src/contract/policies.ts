import * as z from "zod";
import { audiences } from "#domain/policies/policy.ts";
import { change, query } from "./endpoint.ts";
import { policyActions } from "./policy-actions.ts";
import { policyDrafts } from "./policy-drafts.ts";
import { policyOwner } from "./policy-owner.ts";
import { policyFiles } from "./policy-files.ts";
import { policyLibrary } from "./policy-library.ts";
import { exhibitNumber, id, instant, longText, shortText } from "./fields.ts";
import { comparedBlock, policyAssignment, policyDetails, policySummary, policyVersion } from "./policy-shapes.ts";

/** The control under which the original of a policy is filed that is none of the library's. */
export const policyControl = "XC-01";

const ofCompany = z.strictObject({ companyId: id });
const ofPolicy = ofCompany.extend({ policyId: id });
const ofVersion = ofCompany.extend({ versionId: id });
// The exhibit that the imported document is filed as.
const original = exhibitNumber.nullable();
const seen = { revision: z.number().int().min(1) };
// Bytes are kept as they are sent, but for line ends: what is approved is what was written.
const text = z
  .string()
  .min(1, "Write the policy")
  .max(60_000, "Please use at most 60000 characters")
  .regex(/^[^\0]*$/, "Please remove control characters")
  .transform((given) => given.replaceAll("\r\n", "\n"));

const path = "/companies/{companyId}/policies";
const pathOfPolicy = `${path}/{policyId}` as const;
const pathOfVersion = "/companies/{companyId}/policy-versions/{versionId}";

/** Policies: written, approved, put in force, assigned and acknowledged. */
export const policies = {
  list: query({
    access: "policies.read",
    path,
    summary: "The company's policies: what is in force, what waits, until when, and how many people acknowledged it",
    input: ofCompany,
    output: z.array(policySummary),
  }),
  get: query({
    access: "policies.read",
    path: pathOfPolicy,
    summary:
      "A policy with its versions and assignments, and the people it is assigned to, a page at a time: first those who have not acknowledged it, by when it is due",
    input: ofPolicy.extend({
      /** The place that the page before gave as `next`. */
      after: z
        .string()
        .max(1_000)
        .regex(/^[01] -?\d{1,14} \d{1,9} /)
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: policyDetails,
    fails: ["not-found"],
  }),
  version: query({
    access: "policies.read",
    path: pathOfVersion,
    summary: "A version of a policy with its text",
    input: ofVersion,
    output: policyVersion.extend({ policyId: id, title: z.string() }),
    fails: ["not-found"],
  }),
  compare: query({
    access: "policies.read",
    path: `${pathOfVersion}/comparison`,
    summary:
      "What differs between a version and an older one of the same policy, block by block, and word by word where a paragraph changed",
    input: ofVersion.extend({ before: id }),
    output: z.array(comparedBlock),
    fails: ["not-found"],
  }),
  mine: query({
    access: "policies.read",
    path: "/companies/{companyId}/my-policies",
    summary:
      "The versions in force that are assigned to the caller, with texts, until when, and whether they acknowledged them",
    input: ofCompany,
    output: z.strictObject({
      /** The caller among People; null where nobody there has their email address, or more than one. */
      personId: id.nullable(),
      policies: z.array(
        z.strictObject({
          policyId: id,
          versionId: id,
          number: z.number().int(),
          title: z.string(),
          text: z.string(),
          sha256: z.string(),
          due: instant,
          acknowledgedAt: instant.nullable(),
        }),
      ),
    }),
  }),
  ...policyLibrary,
  ...policyActions,
  ...policyDrafts,
  ...policyFiles,
  ...policyOwner,
  add: change({
    access: "policies.write",
    path,
    summary:
      "Add a policy with its first draft, as an expected document or as another policy; `original` names the exhibit that its document is filed as",
    records: "policy.added",
    input: ofCompany.extend({
      documentId: z.string().max(100).nullable().default(null),
      title: shortText("Name the policy", 200),
      text,
      original: original.default(null),
      /** A person of People. */
      ownerId: id.nullable().default(null),
    }),
    output: policyDetails,
    fails: ["policy-document", "policy-exists", "policy-text", "policy-original", "policy-owner"],
  }),
  draft: change({
    access: "policies.write",
    path: `${pathOfPolicy}/versions`,
    summary: "Start a new version of a policy from the text in force, or from the newest where none is",
    records: "policy.drafted",
    input: ofPolicy,
    output: policyDetails,
    fails: ["not-found", "policy-version-open"],
  }),
  save: change({
    method: "PATCH",
    access: "policies.write",
    path: pathOfVersion,
    summary:
      "Save the text of a draft as of the revision that the caller saw, and which exhibit it was imported from; an edit takes approvals away",
    records: "policy.edited",
    input: ofVersion.extend({
      ...seen,
      text,
      /** Without it, what the version was imported from stays as it is. */
      original: original.optional(),
    }),
    output: policyVersion,
    fails: ["not-found", "policy-changed", "policy-version-closed", "policy-text", "policy-original"],
  }),
  discard: change({
    method: "DELETE",
    access: "policies.write",
    path: pathOfVersion,
    summary: "Discard a version that is not in force; it stays in the history",
    records: "policy.discarded",
    input: ofVersion,
    output: policyDetails,
    fails: ["not-found", "policy-version-closed"],
  }),
  send: change({
    access: "policies.write",
    path: `${pathOfVersion}/review`,
    summary: "Send a draft for approval by 1 to 3 people; its facts and tables have their values from now on",
    records: "policy.sent",
    input: ofVersion.extend({ ...seen, quorum: z.number().int().min(1).max(3) }),
    output: policyDetails,
    fails: ["not-found", "policy-changed", "policy-version-closed", "policy-quorum", "policy-text"],
  }),
  approve: change({
    access: "policies.approve",
    path: `${pathOfVersion}/approvals`,
    summary:
      "Approve a version that another person wrote, as of the revision that the caller saw; with the last approval it is in force. A promise that a check contradicts asks for an open action about its control, with an owner and a due date",
    records: "policy.approved",
    input: ofVersion.extend(seen),
    output: policyDetails,
    fails: ["not-found", "policy-not-waiting", "policy-own-approval", "policy-approved-already", "policy-contradicted"],
  }),
  assign: change({
    access: "policies.assign",
    path: `${pathOfVersion}/assignments`,
    summary:
      "Assign the version in force to everyone, to a kind of people or to one person, who have 30 days to acknowledge it",
    records: "policy.assigned",
    input: ofVersion.extend({ audience: z.enum(audiences), personId: id.nullable().default(null) }),
    output: policyAssignment,
    fails: ["not-found", "policy-not-in-force", "policy-assigned", "record-link"],
  }),
  unassign: change({
    method: "DELETE",
    access: "policies.assign",
    path: "/companies/{companyId}/policy-assignments/{assignmentId}",
    summary: "End an assignment; what was acknowledged stays",
    records: "policy.unassigned",
    input: ofCompany.extend({ assignmentId: id, reason: longText(1_000).default("") }),
    output: z.strictObject({ policyId: id }),
    fails: ["not-found"],
  }),
  acknowledge: change({
    access: "policies.acknowledge",
    path: `${pathOfVersion}/acknowledgment`,
    summary:
      "Acknowledge the text that the caller read, by its hash; refused with what changed once another version replaced it",
    records: "policy.acknowledged",
    input: ofVersion.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/, "This is not a SHA-256.") }),
    output: z.strictObject({ at: instant, method: z.string() }),
    fails: ["not-found", "policy-not-in-force", "policy-replaced", "policy-person", "policy-address"],
  }),
};
