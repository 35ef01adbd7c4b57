import { useState } from "react";
import { Link } from "react-router";
import { Segmented } from "#web/design/tabs.tsx";
import { useDocuments } from "../documents/documents.ts";
import { frameworkName } from "../frameworks.ts";
import type { ControlRow, Project } from "./project.ts";
import type { UsedFilters } from "./use-control-filters.ts";

interface UndecidedControlsProps {
  project: Project;
  controls: readonly ControlRow[];
  used: UsedFilters;
}

type Grouping = "domain" | "requirement";

/** The controls of a project in which nothing is decided: what each asks for, folded by domain or by requirement, and not one status twenty-two times. */
export function UndecidedControls({ project, controls, used }: UndecidedControlsProps) {
  const [grouping, setGrouping] = useState<Grouping>("domain");
  const numbers = new Map(controls.map(({ id }, at) => [id, at + 1]));
  const groups = grouping === "domain" ? byDomain(controls) : byRequirement(controls, project.framework);
  return (
    <section aria-labelledby="all-controls">
      <div className="project-section">
        <h2 id="all-controls" className="title-card">
          All {controls.length} controls
        </h2>
        <span className="cluster">
          <Segmented
            label="Group by"
            options={[
              { key: "domain", label: "By domain" },
              { key: "requirement", label: `By ${frameworkName(project.framework)}` },
            ]}
            chosen={grouping}
            onChoose={setGrouping}
          />
          <button type="button" className="link" onClick={() => used.set({ view: "" })}>
            Show as a table
          </button>
        </span>
      </div>
      {groups.map(([title, some], at) => (
        <details key={`${grouping} ${title}`} className="fold" open={at === 0 || undefined}>
          <summary>
            <span>{title}</span>
            <span className="fold-count">{some.length === 1 ? "1 control" : `${some.length} controls`}</span>
          </summary>
          <ul className="undecided-controls">
            {some.map((control) => (
              <li key={control.id}>
                <span className="undecided-number">{numbers.get(control.id)}</span>
                <Link to={`/dashboard/controls/${control.id}?project=${project.id}`}>{control.title}</Link>
                <Asked control={control} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Asked({ control: { id, progress } }: { control: ControlRow }) {
  const documents = useDocuments().filter(({ controlId, asked }) => controlId === id && asked).length;
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
  return (
    <span className="fine faint">
      {counted(progress.asked - documents, "check")}, {counted(documents, "document")}
    </span>
  );
}

type Group = readonly [title: string, controls: readonly ControlRow[]];

const byDomain = (controls: readonly ControlRow[]): readonly Group[] => [
  ...Map.groupBy(controls, ({ domain }) => domain),
];

function byRequirement(controls: readonly ControlRow[], framework: string): readonly Group[] {
  const ids = [...new Set(controls.flatMap(({ requirements }) => requirements[framework] ?? []))];
  const order = new Intl.Collator("en", { numeric: true }).compare;
  return ids
    .toSorted(order)
    .map((id) => [id, controls.filter(({ requirements }) => (requirements[framework] ?? []).includes(id))] as const);
}

/** Whether nothing was done for any control yet. */
export function isUntouched(controls: readonly ControlRow[]): boolean {
  return controls.every(({ progress, evidenceCount }) => progress.decided === 0 && evidenceCount === 0);
}
