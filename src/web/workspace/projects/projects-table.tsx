import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { Meter } from "#web/design/meter.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { frameworkName } from "../frameworks.ts";
import type { Project } from "./project.ts";
import { ProjectMenu } from "./project-menu.tsx";

const columns: readonly Column<Project>[] = [
  {
    key: "name",
    head: "Project",
    phone: "title",
    cell: (project) => (
      <Link className="row-action project-name wraps-anywhere" to={`/dashboard/projects/${project.id}`}>
        {project.name}
      </Link>
    ),
  },
  {
    key: "framework",
    roomy: true,
    head: "Framework",
    phone: "hidden",
    cell: (project) => <span className="quiet">{frameworkName(project.framework)}</span>,
  },
  {
    key: "status",
    head: "Status",
    phone: "left",
    cell: (project) => <span className="one-line">{project.status}</span>,
  },
  {
    key: "passed",
    head: "Controls passed",
    phone: "right",
    cell: (project) => (
      <span className="row centered gap-12 one-line">
        <span className="project-share">
          {project.controlsPassed} of {project.controls}
        </span>
        <span className="not-phone project-ticks">
          <Meter label={`${project.name}, controls passed`} percent={project.percent} />
        </span>
      </span>
    ),
  },
  { key: "next", head: "Next", phone: "line", cell: (project) => <Next project={project} /> },
  {
    key: "created",
    roomy: true,
    head: "Created",
    phone: "hidden",
    align: "right",
    cell: (project) => <span className="one-line quiet">{longDate(project.createdAt)}</span>,
  },
  {
    key: "actions",
    head: <span className="visually-hidden">Actions</span>,
    phone: "actions",
    align: "right",
    cell: (project) => (
      <span className="row-buttons">
        <Link className="link link-alone" to={`/dashboard/projects/${project.id}/evidence`}>
          View evidence
        </Link>
        <ProjectMenu project={project} />
      </span>
    ),
  },
];

/** Projects in a register, the newest first and numbered by their age. */
export function ProjectsTable({ label, projects, all }: { label: string; projects: Project[]; all: Project[] }) {
  return (
    <Table
      label={label}
      marginHead="No."
      margin={(project) => String(all.length - all.indexOf(project))}
      columns={columns}
      rowKey={(project) => project.id}
      sections={oneSection(projects)}
    />
  );
}

function Next({ project: { id, next } }: { project: Project }) {
  if (!next) return <span className="not-phone faint">Nothing</span>;
  const to = next.controlId ? `/dashboard/controls/${next.controlId}?project=${id}` : `/dashboard/projects/${id}`;
  return (
    <Link className="link" to={to}>
      {next.message}
    </Link>
  );
}
