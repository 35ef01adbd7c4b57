import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck, Plus } from "lucide-react";
import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { OnboardingBanner } from "./onboarding-banner.tsx";
import type { Project } from "./project.ts";
import { ProjectsTable } from "./projects-table.tsx";
import { ToReview } from "../documents/to-review.tsx";
import { Yours } from "./yours.tsx";
import "./projects.css";

export const meta = () => [{ title: "Projects - Exhibit" }];

/** The company's projects; `/dashboard/projects/new` is this page with the dialog open. */
export default function ProjectsScreen() {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  const mayCreate = useCan("projects.create");
  const projects = useQuery(api.projects.list.queryOptions({ input: { companyId: company.id } }));
  const auditing = company.role === "auditor";
  useAskedForProject();

  const create = mayCreate && (
    <Button kind="primary" icon={Plus} onClick={() => void navigate("/dashboard/projects/new")}>
      Create New Project
    </Button>
  );

  return (
    <div className="page">
      <PageHead
        title="Projects"
        actions={
          <>
            {!auditing && (
              <ButtonLink icon={ClipboardCheck} to="/dashboard/audit">
                Audit
              </ButtonLink>
            )}
            {create}
          </>
        }
      />
      <OnboardingBanner />
      <Screen
        data={projects}
        loading={<SkeletonRegister rows={4} columns={4} />}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <EmptyState title="No project yet">
              Each project covers one framework with the 22 core controls. Your evidence counts in every project.
            </EmptyState>
          ),
        }}
      >
        {(all) => <Projects all={all} />}
      </Screen>
      <ToReview />
      <Yours />
      <Outlet />
    </div>
  );
}

/** Those that go on, and the archived ones folded away. */
function Projects({ all }: { all: Project[] }) {
  const going = all.filter(({ archivedAt }) => archivedAt === null);
  const archived = all.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <>
      {going.length > 0 ? (
        <ProjectsTable label="Projects" projects={going} all={all} />
      ) : (
        <p className="padded-24 quiet">All projects are archived.</p>
      )}
      {archived.length > 0 && (
        <details className="archived">
          <summary>
            Archived <span className="tab-count">{archived.length}</span>
          </summary>
          <ProjectsTable label="Archived projects" projects={archived} all={all} />
        </details>
      )}
    </>
  );
}

/** Other pages ask for the dialog by navigation state (specification, section 2); it is used once and cleared. */
function useAskedForProject() {
  const navigate = useNavigate();
  const { state } = useLocation() as {
    state: { createProject?: boolean; framework?: string; opens?: boolean } | null;
  };
  useEffect(() => {
    if (!state?.createProject) return;
    void navigate("/dashboard/projects/new", {
      replace: true,
      state: { framework: state.framework, opens: state.opens },
    });
  }, [state, navigate]);
}
