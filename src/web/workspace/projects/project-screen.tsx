import { useQuery } from "@tanstack/react-query";
import { Archive, FileText, Stamp } from "lucide-react";
import { useParams, useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { Notice } from "#web/design/states.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { frameworkTitle } from "../frameworks.ts";
import { AuditWindow } from "./audit-window.tsx";
import { ControlPanel } from "./control-panel.tsx";
import { ControlsTable } from "./controls-table.tsx";
import { SharedNextBand } from "./deciding/next-band.tsx";
import { withoutShown } from "./deciding/use-shown.ts";
import type { Project } from "./project.ts";
import { ProjectMenu } from "./project-menu.tsx";
import { ProjectSummary } from "./project-summary.tsx";
import { StartProject } from "./start-project.tsx";
import { useArchive } from "./use-archive.ts";
import { useCoveredDays } from "./use-covered-days.ts";
import "./projects.css";

export const meta = () => [{ title: "Project - Exhibit" }];

/** One project: its 22 controls with their status and why; `?control=` opens one beside them. */
export default function ProjectScreen() {
  const { company } = useWorkspace();
  const { projectId = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const opened = search.get("control");
  const answer = useQuery(api.projects.get.queryOptions({ input: { companyId: company.id, projectId } }));
  const days = useCoveredDays(answer.data?.project);
  useTitle(answer.data?.project.name);

  const page = (
    <Screen
      data={answer}
      loading={<SkeletonRegister rows={12} columns={4} />}
      empty={null}
      back={{ label: "Projects", to: "/dashboard/projects" }}
    >
      {({ project, controls }) => (
        <>
          <PageHead
            title={project.name}
            sub={describe(project)}
            {...crumbsOf(project, controls.find(({ id }) => id === opened)?.title)}
            actions={<Actions project={project} />}
          />
          {project.status === "Draft" && <StartProject project={project} />}
          {project.archivedAt && <ArchivedNotice project={project} at={project.archivedAt} />}
          <ProjectSummary project={project} controls={controls} />
          {project.archivedAt === null && <SharedNextBand controls={controls} />}
          <AuditWindow project={project} days={days} />
          <ControlsTable project={project} controls={controls} days={days} selected={opened} narrow={Boolean(opened)} />
        </>
      )}
    </Screen>
  );

  const close = () => {
    const without = withoutShown(search);
    without.delete("control");
    setSearch(without, { replace: true, preventScrollReset: true });
    if (opened) requestAnimationFrame(() => document.getElementById(`control-${opened}`)?.focus());
  };
  const panel = opened && (
    <ControlPanel
      key={opened}
      controlId={opened}
      project={answer.data?.project}
      days={days?.get(opened)}
      onClose={close}
    />
  );
  return <WithPanel page={page} panel={panel} />;
}

function Actions({ project }: { project: Project }) {
  const mayExport = useCan("exports.create");
  return (
    <>
      <ButtonLink icon={Stamp} to={`/dashboard/projects/${project.id}/evidence`}>
        View evidence
      </ButtonLink>
      {mayExport && (
        <ButtonLink icon={FileText} to={`/dashboard/projects/${project.id}/report`}>
          Control report
        </ButtonLink>
      )}
      <ProjectMenu project={project} />
    </>
  );
}

function ArchivedNotice({ project, at }: { project: Project; at: string }) {
  const mayRestore = useCan("projects.archive");
  const { restore, busy } = useArchive(project);
  return (
    <Notice
      action={
        mayRestore && (
          <Button size="small" icon={Archive} busy={busy && "Restoring..."} onClick={() => void restore()}>
            Restore
          </Button>
        )
      }
    >
      This project was archived on {longDate(at)} and is read-only. Its figures are from that date.
    </Notice>
  );
}

/** With a control open, the project is one of the pages above it. */
function crumbsOf(project: Project, control: string | undefined) {
  const projects = { label: "Projects", to: "/dashboard/projects" };
  if (control === undefined) return { crumbs: [projects] };
  return { crumbs: [projects, { label: project.name, to: `/dashboard/projects/${project.id}` }], here: control };
}

function describe(project: Project): string {
  const framework = frameworkTitle(project.framework);
  const going = project.status === "In Progress" || project.status === "Audit Ready";
  const since = project.startedAt && going ? ` since ${longDate(project.startedAt)}` : "";
  return `${framework}. ${project.status}${since}`;
}
