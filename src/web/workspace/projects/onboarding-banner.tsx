import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { Notice } from "#web/design/states.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";

/** Leads to the onboarding until it has been answered (specification, section 2), for whom may answer it. */
export function OnboardingBanner() {
  const { company } = useWorkspace();
  const enabled = useCan("onboarding.answer");
  const onboarding = useQuery({ ...api.onboarding.get.queryOptions({ input: { companyId: company.id } }), enabled });
  if (!enabled || onboarding.data?.profile !== null) return null;
  return (
    <Notice
      action={
        <ButtonLink size="small" to="/dashboard/onboarding">
          Start Onboarding
        </ButtonLink>
      }
    >
      Answer a few questions about your organization to see which frameworks apply.
    </Notice>
  );
}
