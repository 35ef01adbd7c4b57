import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { api } from "#web/api.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { Collection } from "./collection.tsx";
import { Figures } from "./figures.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { FrameworkStatus } from "./framework-status.tsx";
import { NextBestStep } from "./next-best-step.tsx";
import { OwnDocuments } from "./own-documents.tsx";
import { RecentEvidence } from "./recent-evidence.tsx";
import { RuleChange } from "./rule-change.tsx";
import { SinceYesterday } from "./since-yesterday.tsx";
import "./home.css";

export const meta = () => [{ title: "Dashboard - Exhibit" }];

export default function HomeScreen() {
  const { company } = useWorkspace();
  const mayCreate = useCan("projects.create");
  const overview = useQuery(api.companies.overview.queryOptions({ input: { companyId: company.id } }));
  return (
    <div className="page">
      <PageHead
        title="Dashboard"
        actions={
          mayCreate && (
            <ButtonLink kind="primary" icon={Plus} to="/dashboard/projects/new">
              Create New Project
            </ButtonLink>
          )
        }
      />
      <Screen data={overview} loading={<SkeletonLines lines={9} />} empty={null}>
        {(figures) => (
          <>
            <RuleChange overview={figures} />
            <FirstSteps overview={figures} at={overview.dataUpdatedAt} />
            <Figures overview={figures} />
            <Collection overview={figures} />
            <OwnDocuments overview={figures} />
            {figures.projects.length > 0 && (
              <div className="home-today">
                <NextBestStep overview={figures} />
                <SinceYesterday overview={figures} />
              </div>
            )}
            <div className="home-columns">
              <RecentEvidence overview={figures} />
              <FrameworkStatus overview={figures} mayAdd={mayCreate} />
            </div>
          </>
        )}
      </Screen>
    </div>
  );
}
