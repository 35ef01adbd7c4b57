import { useQuery } from "@tanstack/react-query";
import { Archive, FileText, Import, Stamp } from "lucide-react";
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
import { ProjectSteps } from "./project-steps.tsx";
import { StartProject } from "./start-project.tsx";
import { isUntouched, UndecidedControls } from "./undecided-controls.tsx";
import { useArchive } from "./use-archive.ts";
import { useControlFilters } from "./use-control-filters.ts";
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
  const used = useControlFilters();
  useTitle(answer.data?.project.name);

  const page = (
    <Screen
      data={answer}
      loading={<SkeletonRegister rows={12} columns={4} />}
      empty={null}
      back={{ label: "Projects", to: "/dashboard/projects" }}
    >
      {({ project, controls }) => {
        const isNew = project.archivedAt === null && isUntouched(controls);
        const isFolded = isNew && !used.any && search.get("view") === "folded";
        return (
          <>
            <PageHead
              title={project.name}
              sub={describe(project)}
              {...crumbsOf(project, controls.find(({ id }) => id === opened)?.title)}
              actions={<Actions project={project} isNew={isNew} />}
            />
            {project.status === "Draft" && <StartProject project={project} isNew={isNew} />}
            {project.archivedAt && <ArchivedNotice project={project} at={project.archivedAt} />}
            <ProjectSummary project={project} controls={controls} />
            {isNew && <ProjectSteps controls={controls} />}
            {project.archivedAt === null && !isNew && <SharedNextBand controls={controls} />}
            {isFolded ? (
              <UndecidedControls project={project} controls={controls} used={used} />
            ) : (
              <>
                <AuditWindow project={project} days={days} />
                {isNew && !used.any && (
                  <div className="project-section">
                    <h2 className="title-card">All {controls.length} controls</h2>
                    <button type="button" className="link" onClick={() => used.set({ view: "folded" })}>
                      Group by domain
                    </button>
                  </div>
                )}
                <ControlsTable
                  project={project}
                  controls={controls}
                  days={days}
                  selected={opened}
                  narrow={Boolean(opened)}
                />
              </>
            )}
          </>
        );
      }}
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

function Actions({ project, isNew }: { project: Project; isNew: boolean }) {
  const [mayExport, mayImport] = [useCan("exports.create"), useCan("imports.create")];
  if (isNew)
    return (
      <>
        {mayImport && (
          <ButtonLink icon={Import} to="/dashboard/integrations?import=1">
            Import a Report
          </ButtonLink>
        )}
        <ProjectMenu project={project} />
      </>
    );
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
  const created = project.status === "Draft" ? `, created ${longDate(project.createdAt)}` : "";
  return `${framework}. ${project.status}${since}${created}`;
}
