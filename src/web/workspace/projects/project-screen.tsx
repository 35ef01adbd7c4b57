import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useParams, useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { ButtonLink } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useWorkspace } from "../company-context.tsx";
import { frameworkTitle } from "../frameworks.ts";
import { ControlPanel } from "./control-panel.tsx";
import { ControlsRegister } from "./controls-register.tsx";
import type { Project } from "./project.ts";
import { ProjectSummary } from "./project-summary.tsx";
import { StartProject } from "./start-project.tsx";

export const meta = () => [{ title: "Project - Exhibit" }];

/** One project: its 22 controls with their status and why; `?control=` opens one beside them. */
export default function ProjectScreen() {
  const { company } = useWorkspace();
  const { projectId = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const opened = search.get("control");
  const companyId = company.id;
  const answer = useQuery(api.projects.get.queryOptions({ input: { companyId, projectId } }));
  useTitle(answer.data?.project.name);

  const page = (
    <Screen data={answer} loading={<SkeletonRegister rows={12} columns={4} />} empty={null}>
      {({ project, controls }) => (
        <>
          <PageHead
            title={project.name}
            sub={describe(project)}
            {...crumbsOf(project, controls.find(({ id }) => id === opened)?.title)}
            actions={
              <ButtonLink icon={FileText} to={`/dashboard/projects/${project.id}/evidence`}>
                View evidence
              </ButtonLink>
            }
          />
          {project.status === "Draft" && <StartProject project={project} />}
          <ProjectSummary project={project} controls={controls} />
          <ControlsRegister project={project} controls={controls} selected={opened} narrow={Boolean(opened)} />
        </>
      )}
    </Screen>
  );

  const close = () => {
    setSearch({}, { replace: true, preventScrollReset: true });
    if (opened) requestAnimationFrame(() => document.getElementById(`control-${opened}`)?.focus());
  };
  const panel = opened && (
    <ControlPanel key={opened} controlId={opened} framework={answer.data?.project.framework} onClose={close} />
  );
  return <WithPanel page={page} panel={panel} />;
}

/** With a control open, the project is one of the pages above it. */
function crumbsOf(project: Project, control: string | undefined) {
  const projects = { label: "Projects", to: "/dashboard/projects" };
  if (control === undefined) return { crumbs: [projects] };
  return { crumbs: [projects, { label: project.name, to: `/dashboard/projects/${project.id}` }], here: control };
}

function describe(project: Project): string {
  const framework = frameworkTitle(project.framework);
  const since = project.startedAt && project.status !== "Draft" ? ` since ${longDate(project.startedAt)}` : "";
  return `${framework}. ${project.status}${since}`;
}
