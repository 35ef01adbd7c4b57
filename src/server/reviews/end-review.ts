import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { presentReview } from "./read-reviews.ts";
import { refuseConstraint } from "./refuse-constraint.ts";
import { countDecisions, openReview, populationLines } from "./write-review.ts";

interface Deps {
  readonly now: () => Date;
}

/**
 * Ends access reviews: closed, they count for what was read and decided; cancelled, for nothing. A system that nothing can read any more may
 * be left out of a closed one with a reason. Refuses `review-closed`, `review-not-read`, `review-undecided`.
 */
export function reviewEnds({ now }: Deps): Pick<HandlersOf<"reviews">, "close" | "cancel"> {
  return {
    close: async ({ input: { reviewId, leaveOut }, caller, tx }) => {
      const at = now();
      const before = await openReview(tx, caller.companyId, reviewId);
      await tx
        .updateTable("app.reviews")
        .set({ closed_at: at, closed_by: caller.userId, left_out_because: leaveOut === "" ? null : leaveOut })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", reviewId)
        .execute()
        .catch(refuseConstraint);
      const answer = await presentReview(tx, caller.companyId, reviewId, at);
      const populations = await populationLines(tx, caller.companyId, reviewId, "decisions_sha256");
      const leftOut = answer.populations.flatMap(({ frozenAt, system }) => (frozenAt === null ? [system] : []));
      const why = leftOut.length > 0 && { leftOut, reason: answer.leftOut };
      const decided = await countDecisions(tx, caller.companyId, reviewId);
      return { answer, entry: { subject: reviewId, details: { name: before.name, ...decided, populations, ...why } } };
    },

    cancel: async ({ input: { reviewId, reason }, caller, tx }) => {
      const at = now();
      if (reason === "") return fail("review-cancel-reason");
      const before = await openReview(tx, caller.companyId, reviewId);
      await tx
        .updateTable("app.reviews")
        .set({ closed_at: at, closed_by: caller.userId, cancelled_because: reason })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", reviewId)
        .execute()
        .catch(refuseConstraint);
      const answer = await presentReview(tx, caller.companyId, reviewId, at);
      const decided = await countDecisions(tx, caller.companyId, reviewId);
      return { answer, entry: { subject: reviewId, details: { name: before.name, ...decided, reason } } };
    },
  };
}
