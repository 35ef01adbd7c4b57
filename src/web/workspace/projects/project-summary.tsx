import { Ticks, TicksLegend } from "#web/design/ticks.tsx";
import type { ControlRow, Project } from "./project.ts";

/** How many controls pass, and which do not. A draft counts nothing yet. */
export function ProjectSummary({ project, controls }: { project: Project; controls: readonly ControlRow[] }) {
  const findings = controls.map((control) => control.status);
  return (
    <div className="grid items-center gap-2.5 pb-4.5 pt-4 md:grid-cols-[auto_1fr] md:gap-7">
      <p>
        <b className="block font-serif text-3xl font-medium tracking-tight">
          {project.controlsPassed} of {project.controls}
        </b>
        <span className="text-ink-2">controls passed</span>
      </p>
      <div className="grid gap-2.5">
        <Ticks of="controls" findings={findings} />
        <TicksLegend findings={findings} />
      </div>
    </div>
  );
}
