import { fail, violatedConstraint } from "../app-error.ts";
import type { FailureName } from "#contract/failures.ts";

const meant: Readonly<Record<string, FailureName>> = {
  policies_once: "policy-exists",
  policy_versions_open: "policy-version-open",
  policy_version_closed: "policy-version-closed",
  policy_quorum: "policy-quorum",
  policy_approval_waiting: "policy-not-waiting",
  policy_own_approval: "policy-own-approval",
  policy_approvals_once: "policy-approved-already",
  policy_not_in_force: "policy-not-in-force",
  policy_text: "policy-not-in-force",
  policy_person: "policy-person",
  policy_address: "policy-address",
  policy_versions_original: "policy-original",
  assignments_once: "policy-assigned",
  assignments_person: "record-link",
};

/** What a constraint of the database stands for. */
export function refuseConstraint(error: unknown): never {
  const failure = meant[violatedConstraint(error) ?? ""];
  if (failure) return fail(failure, error);
  throw error;
}
