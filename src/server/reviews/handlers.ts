import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Outbox } from "../mail/outbox.ts";
import { listHandlers } from "./attested-lists.ts";
import { remindReviewers } from "./remind-reviewers.ts";
import { presentReview, presentReviews } from "./read-reviews.ts";
import { readAdded } from "./added-accounts.ts";
import { readCandidates } from "./candidates.ts";
import { findAccounts, readAccounts } from "./review-accounts.ts";
import { writeReviewFile } from "./review-file.ts";
import { reviewEnds } from "./end-review.ts";
import { reviewWriters } from "./write-review.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Access reviews of a company. */
export function reviewHandlers(deps: Deps): HandlersOf<"reviews"> {
  return {
    list: ({ caller, tx }) => presentReviews(tx, caller.companyId, sql`true`),
    get: ({ input, caller, tx }) => presentReview(tx, caller.companyId, input.reviewId, deps.now()),
    accounts: ({ input, caller, tx }) => readAccounts(tx, caller, input, deps.now()),
    find: ({ input, caller, tx }) => findAccounts(tx, caller, input, deps.now()),
    systems: ({ caller, tx }) => readCandidates(tx, caller.companyId, deps.now()),
    added: ({ input, caller, tx }) => readAdded(tx, caller.companyId, input.reviewId, input.populationId),
    csv: writeReviewFile(deps),
    remind: remindReviewers(deps),
    ...listHandlers(deps),
    ...reviewWriters(deps),
    ...reviewEnds(deps),
  };
}
