import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import type { Onboarding } from "./answers.ts";
import { Recommended } from "./recommended.tsx";
import { Wizard } from "./wizard.tsx";
import "./onboarding.css";

export const meta = () => [{ title: "Onboarding - Exhibit" }];

/** What the organization is, asked in five steps, and the frameworks that follow from it. */
export default function OnboardingScreen() {
  const { company } = useWorkspace();
  const mayAnswer = useCan("onboarding.answer");
  const options = api.onboarding.get.queryOptions({ input: { companyId: company.id } });
  const asked = useQuery({ ...options, refetchOnMount: "always" });
  // The form begins with what is on the server now: answers may have gone on elsewhere since this was asked last.
  const fresh = { ...asked, data: asked.isFetchedAfterMount ? asked.data : undefined };
  return (
    <div className="page">
      <Screen data={fresh} loading={<SkeletonLines lines={9} />} empty={null}>
        {(state) => (mayAnswer ? <Wizard key={company.id} state={state} /> : <Outcome state={state} />)}
      </Screen>
    </div>
  );
}

/** For who may not answer. */
function Outcome({ state }: { state: Onboarding }) {
  return (
    <>
      <PageHead
        title="Recommended Frameworks"
        sub="Only owners, admins and members can answer these questions."
        actions={<ButtonLink to="/dashboard/projects">Go to Projects</ButtonLink>}
      />
      <Recommended recommendations={state.recommendations} />
    </>
  );
}
