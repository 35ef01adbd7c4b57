import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { DeclareSeveral } from "./declare-several.tsx";
import { KindTiles } from "./kind-tiles.tsx";
import "./systems.css";

export const meta = () => [{ title: "Your Systems - Exhibit" }];

/** After the five steps: what a company runs or uses. Can be left for later, and filled in on the page of systems. */
export default function OnboardingSystems() {
  const { company } = useWorkspace();
  const mayManage = useCan("systems.manage");
  const listed = useQuery(api.systems.list.queryOptions({ input: { companyId: company.id } }));
  const done = listed.data?.kinds.some(({ state }) => state !== "not answered");
  return (
    <div className="page">
      <PageHead
        title="Your Systems"
        crumbs={[{ label: "Onboarding", to: "/dashboard/onboarding" }]}
        sub="List what your company uses. Checks are asked of what is listed here. Systems you connect are added for you. You can finish this later under Systems."
        actions={
          <>
            {mayManage && <DeclareSeveral kinds={listed.data?.kinds} />}
            <ButtonLink kind={done ? "primary" : "secondary"} to="/dashboard/projects">
              {done ? "Go to Projects" : "Skip for now"}
            </ButtonLink>
          </>
        }
      />
      <Screen data={listed} loading={<SkeletonLines lines={9} />} empty={null}>
        {({ systems, kinds }) => <KindTiles systems={systems} kinds={kinds} mayManage={mayManage} />}
      </Screen>
    </div>
  );
}
