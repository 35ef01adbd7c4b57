import type { FailureName } from "#contract/failures.ts";
import { fail, violatedConstraint } from "../app-error.ts";

const meant: Readonly<Record<string, FailureName>> = {
  review_closed: "review-closed",
  review_not_read: "review-not-read",
  review_undecided: "review-undecided",
  review_own_account: "review-own-account",
  review_unknown_account: "review-unknown-account",
  review_not_yours: "review-not-yours",
  review_person: "review-person",
  review_reviewer: "review-reviewer",
  review_populations_once: "review-systems",
  review_populations_system: "review-systems",
  review_decisions_row: "not-found",
  attested_lists_system: "not-found",
  attested_lists_connected: "review-list-connected",
  attested_lists_file: "review-list-file",
};

/** What a constraint of the database stands for. */
export function refuseConstraint(error: unknown): never {
  const failure = meant[violatedConstraint(error) ?? ""];
  if (failure) return fail(failure, error);
  throw error;
}
