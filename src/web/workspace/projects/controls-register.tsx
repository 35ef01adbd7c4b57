import { useState } from "react";
import { Link } from "react-router";
import { dayOfRecord } from "#web/design/dates.ts";
import { Glyph } from "#web/design/glyph.tsx";
import { SearchInput } from "#web/design/input.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { Register } from "#web/design/register.tsx";
import type { Column, RegisterSection } from "#web/design/register.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { frameworkName } from "../frameworks.ts";
import type { ControlRow, Project } from "./project.ts";

const statuses = ["passing", "failing", "needs evidence", "not applicable"] as const;
type Filter = "all" | ControlRow["status"];

interface ControlsRegisterProps {
  project: Project;
  controls: readonly ControlRow[];
  selected: string | null;
  /** A panel stands beside it. */
  narrow: boolean;
}

/** The 22 controls by domain, with the reason under everything that does not pass. */
export function ControlsRegister({ project, controls, selected, narrow }: ControlsRegisterProps) {
  const [filter, setFilter] = useState<Filter>("all");
  const [search, setSearch] = useState("");
  const numbers = new Map(controls.map((control, index) => [control.id, String(index + 1)]));
  const wanted = search.trim().toLowerCase();
  const shown = controls.filter(
    (control) =>
      (filter === "all" || control.status === filter) &&
      (wanted === "" || searchable(control, project).some((text) => text.toLowerCase().includes(wanted))),
  );
  const count = (status: Filter) =>
    status === "all" ? controls.length : controls.filter((control) => control.status === status).length;

  return (
    <div className="controls-list">
      <SearchInput
        label="Search controls"
        placeholder="Search controls"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Tabs
        label="Filter by status"
        chosen={filter}
        onChoose={setFilter}
        tabs={[
          { key: "all" as const, label: "All", count: count("all") },
          ...statuses
            .filter((status) => count(status) > 0 || status === filter)
            .map((status) => ({
              key: status,
              count: count(status),
              label: (
                <>
                  <span data-finding={status}>
                    <Glyph of={status} size={12} />
                  </span>
                  {status.charAt(0).toUpperCase() + status.slice(1)}
                </>
              ),
            })),
        ]}
      >
        <Register
          label="Controls"
          marginHead="No."
          margin={(control) => numbers.get(control.id) ?? ""}
          columns={columnsFor(project, narrow)}
          rowKey={(control) => control.id}
          selected={selected ?? undefined}
          sections={byDomain(shown, controls)}
        />
      </Tabs>
      {shown.length === 0 && (
        <p className="py-6 text-ink-2">
          No control matches <b className="font-semibold">“{search.trim()}”</b>.{" "}
          <button type="button" className="link" onClick={() => (setSearch(""), setFilter("all"))}>
            Show all controls
          </button>
        </p>
      )}
    </div>
  );
}

function searchable(control: ControlRow, project: Project): string[] {
  return [control.title, control.id, ...(control.requirements[project.framework] ?? [])];
}

function byDomain(shown: readonly ControlRow[], all: readonly ControlRow[]): RegisterSection<ControlRow>[] {
  const domains = [...new Set(shown.map((control) => control.domain))];
  return domains.map((domain) => {
    const whole = all.filter((control) => control.domain === domain);
    const passing = whole.filter((control) => control.status === "passing").length;
    return {
      title: domain,
      note: `${passing} of ${whole.length} passing`,
      rows: shown.filter((control) => control.domain === domain),
    };
  });
}

function columnsFor(project: Project, narrow: boolean): Column<ControlRow>[] {
  const all: (Column<ControlRow> & { whenNarrow: boolean })[] = [
    {
      key: "title",
      head: "Control",
      phone: "title",
      whenNarrow: true,
      cell: (control) => (
        <>
          <Link className="row-action" id={`control-${control.id}`} to={`?control=${control.id}`} preventScrollReset>
            {control.title}
          </Link>
          {control.status !== "passing" && <Reason finding={control.status}>{control.reason}</Reason>}
        </>
      ),
    },
    {
      key: "requirements",
      head: frameworkName(project.framework),
      phone: "left",
      whenNarrow: true,
      cell: (control) => <RequirementTags ids={control.requirements[project.framework] ?? []} limit={narrow ? 2 : 4} />,
    },
    {
      key: "evidence",
      head: "Evidence",
      phone: "hidden",
      whenNarrow: false,
      cell: (control) => <Exhibits project={project} control={control} />,
    },
    {
      key: "tested",
      roomy: true,
      head: "Last tested",
      phone: "hidden",
      whenNarrow: false,
      cell: (control) => (
        <span className="whitespace-nowrap text-ink-2">
          {control.lastTestedAt ? dayOfRecord(control.lastTestedAt) : "Never"}
        </span>
      ),
    },
    {
      key: "status",
      head: "Status",
      phone: "right",
      whenNarrow: true,
      cell: (control) => <Mark finding={control.status} />,
    },
  ];
  return all.filter((column) => column.whenNarrow || !narrow);
}

function Exhibits({ project, control }: { project: Project; control: ControlRow }) {
  if (!control.latestExhibit) return <span className="text-ink-3">None</span>;
  const others = control.evidenceCount - 1;
  return (
    <Link className="exhibit-number" to={`/dashboard/projects/${project.id}/evidence?control=${control.id}`}>
      {spokenNumber(control.latestExhibit)}
      {others > 0 && <span className="font-sans text-xs text-ink-3"> and {others} more</span>}
    </Link>
  );
}
