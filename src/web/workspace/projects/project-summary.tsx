import { Ticks, TicksLegend } from "#web/design/ticks.tsx";
import type { ControlRow, Project } from "./project.ts";

/** How many controls pass, and which do not. A draft counts nothing yet. */
export function ProjectSummary({ project, controls }: { project: Project; controls: readonly ControlRow[] }) {
  const findings = controls.map((control) => control.status);
  return (
    <div className="project-summary">
      <p>
        <b className="project-percent own-line firm">
          {project.controlsPassed} of {project.controls}
        </b>
        <span className="quiet">controls passed</span>
      </p>
      <div className="stack gap-10">
        <Ticks of="controls" findings={findings} />
        <TicksLegend findings={findings} />
      </div>
    </div>
  );
}
