import * as z from "zod";
import { change } from "./endpoint.ts";
import { id } from "./fields.ts";
import { policyDetails } from "./policy-shapes.ts";

/** Who owns a policy. No verdict follows from it, and no version changes by it. */
export const policyOwner = {
  setOwner: change({
    method: "PATCH",
    access: "policies.write",
    path: "/companies/{companyId}/policies/{policyId}/owner",
    summary:
      "Choose the person of People who owns a policy and is reminded of its renewal; null leaves it without an owner",
    records: "policy.owned",
    input: z.strictObject({ companyId: id, policyId: id, ownerId: id.nullable() }),
    output: policyDetails,
    fails: ["not-found", "policy-owner"],
  }),
};
