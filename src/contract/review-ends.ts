import * as z from "zod";
import { change } from "./endpoint.ts";
import { id, longText } from "./fields.ts";
import { details } from "./review-shapes.ts";

const pathOfReview = "/companies/{companyId}/reviews/{reviewId}" as const;
const ofReview = z.strictObject({ companyId: id, reviewId: id });

/** How an access review ends: closed, it counts for what was read and decided; cancelled, for nothing. */
export const reviewEnds = {
  close: change({
    access: "reviews.manage",
    path: `${pathOfReview}/closing`,
    summary: "Close a review in which every account is decided, and every system was read or is left out with a reason",
    records: "review.closed",
    input: ofReview.extend({
      /** Why systems that nothing can read any more are left out. The checks of these systems say so. */
      leaveOut: longText(1_000).default(""),
    }),
    output: details,
    fails: ["not-found", "review-closed", "review-not-read", "review-undecided"],
  }),
  cancel: change({
    access: "reviews.manage",
    path: `${pathOfReview}/cancellation`,
    summary: "Cancel an open review with a reason: it stays listed and counts for nothing",
    records: "review.cancelled",
    input: ofReview.extend({ reason: longText(1_000).default("") }),
    output: details,
    fails: ["not-found", "review-closed", "review-cancel-reason"],
  }),
};
