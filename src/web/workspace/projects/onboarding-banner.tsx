import { ButtonLink } from "#web/design/button.tsx";
import { Notice } from "#web/design/states.tsx";

/** Whether the company has answered the questions of the onboarding; undefined while nobody can say. */
function useHasProfile(): boolean | undefined {
  return undefined;
}

/** Leads to the onboarding until it has been answered (specification, section 2). */
export function OnboardingBanner() {
  if (useHasProfile() !== false) return null;
  return (
    <Notice
      action={
        <ButtonLink size="small" to="/dashboard/onboarding">
          Start Onboarding
        </ButtonLink>
      }
    >
      Answer a few questions about your organization, and see which frameworks concern it.
    </Notice>
  );
}
