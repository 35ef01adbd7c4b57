import { useMutation } from "@tanstack/react-query";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";

/** Mails whoever has accounts left to decide. */
export function RemindReviewers({ reviewId }: { reviewId: string }) {
  const { company } = useWorkspace();
  const reminding = useMutation({
    mutationFn: () => client.reviews.remind({ companyId: company.id, reviewId }),
    onSuccess: ({ sent }) => toast.success(sent === 1 ? "1 reviewer was emailed" : `${sent} reviewers were emailed`),
    onError: (error) => showError(error, "Reviewers could not be emailed"),
  });
  return (
    <Button busy={reminding.isPending && "Sending..."} onClick={() => reminding.mutate()}>
      Remind Reviewers
    </Button>
  );
}
