import { useMutation } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Switch } from "#web/design/choice.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import type { Company } from "../company.ts";
import { useChangedCompany } from "../use-changed-company.ts";

/** An admin's word on whether every member has to bring a second factor. */
export function SecondFactorPolicy({ company }: { company: Company }) {
  const showChanged = useChangedCompany();
  const require = useMutation(
    api.companies.requireSecondFactor.mutationOptions({
      onSuccess: (changed) => {
        showChanged(changed);
        toast.success(changed.secondFactorRequired ? "MFA is now required" : "MFA is no longer required");
      },
      onError: (error) => showError(error, "Failed to update company"),
    }),
  );
  return (
    <Switch
      label="Require MFA"
      note="Members without MFA only see the company's name until they set it up."
      checked={require.isPending ? require.variables.required : company.secondFactorRequired}
      disabled={require.isPending}
      onChange={(event) => require.mutate({ companyId: company.id, required: event.target.checked })}
    />
  );
}
