import * as z from "zod";
import { change } from "./endpoint.ts";
import { id } from "./fields.ts";
import { givenAnswers } from "./policy-library.ts";

const path = "/companies/{companyId}/policy-drafts";
const ofCompany = z.strictObject({ companyId: id });
/** As many as the library has. */
export const maxPolicyDrafts = 22;

/** Several policies of the library at once: each is a draft of its own from then on. */
export const policyDrafts = {
  addDrafts: change({
    access: "policies.write",
    path,
    summary:
      "Add several policies of the library as drafts, by the given answers and those that are kept, all of them or none. Each is sent, approved and assigned by itself. Policies that the company has already are left as they are",
    records: "library.adopted",
    input: ofCompany.extend({
      documentIds: z.array(z.string().max(100)).min(1).max(maxPolicyDrafts),
      ...givenAnswers,
      /** The owner of each: a person of People. */
      ownerId: id.nullable().default(null),
    }),
    output: z.strictObject({
      added: z.array(z.strictObject({ documentId: z.string(), title: z.string(), policyId: id, versionId: id })),
      /** Documents of which the company has a policy already. */
      existing: z.array(z.string()),
    }),
    fails: ["policy-document", "policy-exists", "policy-version-open", "policy-text", "policy-owner"],
  }),
  undoDrafts: change({
    access: "policies.write",
    path: `${path}/undo`,
    summary:
      "Discard drafts that nobody has edited or sent since they were added; others stay. A policy all of whose versions are discarded can be added again",
    records: "library.undone",
    input: ofCompany.extend({ versionIds: z.array(id).min(1).max(maxPolicyDrafts) }),
    output: z.strictObject({
      discarded: z.number().int(),
      /** Titles of those that stay, because somebody went on with them. */
      kept: z.array(z.string()),
    }),
    fails: ["not-found"],
  }),
};
