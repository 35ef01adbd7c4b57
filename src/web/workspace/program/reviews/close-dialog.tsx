import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { timeNow } from "#web/clock.ts";
import { REMOVED_WITHIN_DAYS, REVIEW_COUNTS_DAYS } from "#domain/reviews/review.ts";
import { useWorkspace } from "../../company-context.tsx";
import { QuickWarning } from "./quick-warning.tsx";
import { accountsOf, counted, leftOutOf, listed } from "./reviews.ts";
import type { ReviewDetails } from "./reviews.ts";
import { useReviewRefresh } from "./use-decisions.ts";

/** Closes a review, after a summary of what was decided and what remains to be done. */
export function CloseDialog({ review, onClose }: { review: ReviewDetails; onClose: () => void }) {
  const { company } = useWorkspace();
  const refresh = useReviewRefresh();
  const { decided } = review;
  const until = new Date(timeNow().getTime() + REVIEW_COUNTS_DAYS * 86_400_000).toISOString();
  const leftOut = leftOutOf(review);
  const [reason, setReason] = useState("");
  const closing = useMutation({
    mutationFn: () => client.reviews.close({ companyId: company.id, reviewId: review.id, leaveOut: reason.trim() }),
    onSuccess: async () => {
      await refresh();
      toast.success("Review closed");
      onClose();
    },
    onError: (error) => {
      showError(error, "This review could not be closed");
      void refresh();
    },
  });
  return (
    <Dialog title="Close Review" onClose={onClose}>
      <DialogBody>
        <dl className="review-summary">
          {[
            ["Accounts", decided.accounts],
            ["Keep", decided.keep],
            ["Change", decided.change],
            ["Remove", decided.remove],
          ].map(([word, count]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{counted(Number(count))}</dd>
            </div>
          ))}
        </dl>
        {review.populations.map((population) => (
          <QuickWarning key={population.id} population={population} />
        ))}
        {leftOut.length > 0 && (
          <>
            <p>
              {listed(leftOut)} cannot be read any more, so {leftOut.length === 1 ? "it is" : "they are"} left out. The
              results of this review say so, and {leftOut.length === 1 ? "its" : "their"} accounts count as not
              reviewed.
            </p>
            <Field label="Why it is left out">
              <Textarea rows={2} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
            </Field>
          </>
        )}
        <p>
          Decisions cannot be changed after closing. This review counts until {longDate(until)}.
          {decided.remove > 0 &&
            ` Remove access to ${accountsOf(decided.remove)} within ${REMOVED_WITHIN_DAYS} days of each decision. A later reading verifies it.`}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          disabled={leftOut.length > 0 && reason.trim() === ""}
          busy={closing.isPending && "Closing..."}
          onClick={() => closing.mutate()}
        >
          Close Review
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
