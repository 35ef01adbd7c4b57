import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect } from "react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Meter } from "#web/design/meter.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Register, oneSection } from "#web/design/register.tsx";
import type { Column } from "#web/design/register.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { frameworkTitle } from "../frameworks.ts";
import type { Project } from "./project.ts";

export const meta = () => [{ title: "Projects - Exhibit" }];

const columns: readonly Column<Project>[] = [
  {
    key: "name",
    head: "Project",
    phone: "title",
    cell: (project) => (
      <Link className="row-action" to={`/dashboard/projects/${project.id}`}>
        {project.name}
      </Link>
    ),
  },
  {
    key: "framework",
    roomy: true,
    head: "Framework",
    phone: "hidden",
    cell: (project) => <span className="text-ink-2">{frameworkTitle(project.framework)}</span>,
  },
  { key: "status", head: "Status", phone: "left", cell: (project) => project.status },
  {
    key: "passed",
    head: "Controls passed",
    phone: "right",
    cell: (project) => (
      <span className="flex items-center gap-3 whitespace-nowrap">
        <span className="md:w-14">
          {project.controlsPassed} of {project.controls}
        </span>
        <span className="not-phone w-24">
          <Meter label={`${project.name}, controls passed`} percent={project.percent} />
        </span>
      </span>
    ),
  },
  {
    key: "created",
    roomy: true,
    head: "Created",
    phone: "hidden",
    align: "right",
    cell: (project) => <span className="whitespace-nowrap text-ink-2">{longDate(project.createdAt)}</span>,
  },
  {
    key: "evidence",
    head: "Evidence",
    phone: "hidden",
    align: "right",
    cell: (project) => (
      <Link className="link" to={`/dashboard/projects/${project.id}/evidence`}>
        View evidence
      </Link>
    ),
  },
];

/** The company's projects; `/dashboard/projects/new` is this page with the dialog open. */
export default function ProjectsScreen() {
  const { company } = useWorkspace();
  const navigate = useNavigate();
  const mayCreate = useCan("projects.create");
  const projects = useQuery(api.projects.list.queryOptions({ input: { companyId: company.id } }));
  useAskedForProject();

  const create = mayCreate && (
    <Button kind="primary" icon={Plus} onClick={() => void navigate("/dashboard/projects/new")}>
      Create New Project
    </Button>
  );

  return (
    <div className="page">
      <PageHead title="Projects" actions={create} />
      <Screen
        data={projects}
        loading={<SkeletonRegister rows={4} columns={4} />}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <EmptyState title="No project yet">
              A project works through one framework with the 22 core controls. Evidence you file counts in all of them.
            </EmptyState>
          ),
        }}
      >
        {(all) => (
          <Register
            label="Projects"
            marginHead="No."
            margin={(project) => String(all.length - all.indexOf(project))}
            columns={columns}
            rowKey={(project) => project.id}
            sections={oneSection(all)}
          />
        )}
      </Screen>
      <Outlet />
    </div>
  );
}

/** Other pages ask for the dialog by navigation state (specification, section 2); it is used once and cleared. */
function useAskedForProject() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { createProject?: boolean; framework?: string } | null };
  useEffect(() => {
    if (!state?.createProject) return;
    void navigate("/dashboard/projects/new", { replace: true, state: { framework: state.framework } });
  }, [state, navigate]);
}
