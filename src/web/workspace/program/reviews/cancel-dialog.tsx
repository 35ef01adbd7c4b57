import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { ReviewDetails } from "./reviews.ts";
import { useReviewRefresh } from "./use-decisions.ts";

/** Cancels a review with a reason: what was decided in it stays listed and counts for nothing. */
export function CancelDialog({ review, onClose }: { review: ReviewDetails; onClose: () => void }) {
  const { company } = useWorkspace();
  const refresh = useReviewRefresh();
  const [reason, setReason] = useState("");
  const cancelling = useMutation({
    mutationFn: () => client.reviews.cancel({ companyId: company.id, reviewId: review.id, reason: reason.trim() }),
    onSuccess: async () => {
      await refresh();
      toast.success("Review cancelled");
      onClose();
    },
    onError: (error) => {
      showError(error, "This review could not be cancelled");
      void refresh();
    },
  });
  return (
    <Dialog title="Cancel Review" onClose={onClose}>
      <DialogBody>
        <p>The review stays listed with its decisions, and counts for no check. You cannot reopen it.</p>
        <Field label="Reason">
          <Textarea rows={3} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Keep Review
        </Button>
        <Button
          kind="danger"
          disabled={reason.trim() === ""}
          busy={cancelling.isPending && "Cancelling..."}
          onClick={() => cancelling.mutate()}
        >
          Cancel Review
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
