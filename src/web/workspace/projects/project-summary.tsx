import { totalOf } from "./deciding/basis-words.ts";
import { Tally } from "./deciding/tally.tsx";
import type { ControlRow, Project } from "./project.ts";

/** How many controls pass, as the rows below say, how far all of them are decided, and by what. */
export function ProjectSummary({ project, controls }: { project: Project; controls: readonly ControlRow[] }) {
  const { progress, basis } = totalOf(controls);
  return (
    <Tally
      count={`${controls.filter(({ status }) => status === "passing").length} of ${project.controls}`}
      noun="controls pass"
      of="controls"
      findings={controls.map((control) => control.status)}
      basis={basis}
    >
      <p className="firm">
        {progress.decided === 0
          ? `Nothing is decided yet. ${progress.asked} checks and documents are asked for.`
          : `${progress.decided} of ${progress.asked} decided`}
      </p>
    </Tally>
  );
}
