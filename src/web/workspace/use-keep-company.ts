import { useMutation } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useChangedCompany } from "./use-changed-company.ts";

/** Calls off the deletion of a company. */
export function useKeepCompany(companyId: string) {
  const changed = useChangedCompany();
  const { mutate, isPending } = useMutation(
    api.companies.keep.mutationOptions({
      onSuccess: (company) => {
        changed(company);
        toast.success(`Deletion of ${company.name} canceled`);
      },
      onError: (error) => showError(error, "Failed to update company"),
    }),
  );
  return { keep: () => mutate({ companyId }), busy: isPending };
}
