import { Link } from "react-router";
import { dayOfRecord, longDate } from "#web/design/dates.ts";
import { Glyph } from "#web/design/glyph.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { Table } from "#web/design/table.tsx";
import type { Column, TableSection } from "#web/design/table.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { Tabs } from "#web/design/tabs.tsx";
import { frameworkName } from "../frameworks.ts";
import { withSpokenNumbers } from "../exhibit-numbers.ts";
import { NextButton } from "../next/next-button.tsx";
import { ControlsToolbar } from "./controls-toolbar.tsx";
import { lineOfControl } from "./deciding/deciding-words.ts";
import { today } from "./due.ts";
import { countChoices, isShown } from "./filter-controls.ts";
import type { Filterable } from "./filter-controls.ts";
import { PlanCell } from "./plan-cell.tsx";
import type { ControlRow, CoveredDays, Project } from "./project.ts";
import { useControlFilters } from "./use-control-filters.ts";
import type { UsedFilters } from "./use-control-filters.ts";
import { usePlans } from "./use-plans.ts";

const statuses = ["failing", "needs evidence", "passing", "not applicable"] as const;

interface ControlsRegisterProps {
  project: Project;
  controls: readonly ControlRow[];
  /** Where the project has an audit window: the days of it that each control covered. */
  days: ReadonlyMap<string, CoveredDays> | undefined;
  selected: string | null;
  /** A panel stands beside it. */
  narrow: boolean;
}

/** The 22 controls by domain, with the reason under everything that does not pass. */
export function ControlsTable({ project, controls, days, selected, narrow }: ControlsRegisterProps) {
  const used = useControlFilters();
  const plans = usePlans();
  const { filters } = used;
  const numbers = new Map(controls.map((control, index) => [control.id, String(index + 1)]));
  const all = controls.map((control) => ({ control, plan: plans.get(control.id) }));
  const seen = { framework: project.framework, today: today() };
  const shown = all.filter((item) => isShown(item, filters, seen));
  const counts = countChoices(all, filters, seen, "status");

  return (
    <div>
      <ControlsToolbar all={all} used={used} seen={seen} />
      <Tabs
        label="Filter by status"
        chosen={filters.status}
        onChoose={(status) => used.set({ status, control: "" })}
        tabs={[
          { key: "", label: "All", count: counts.get("") ?? 0 },
          ...statuses
            .filter((status) => controls.some((control) => control.status === status) || status === filters.status)
            .map((status) => ({
              key: status as string,
              count: counts.get(status) ?? 0,
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
        <div className="controls-rows">
          <Table
            label="Controls"
            marginHead="No."
            margin={({ control }) => numbers.get(control.id) ?? ""}
            columns={columnsFor(project, used, days, narrow)}
            rowKey={({ control }) => control.id}
            selected={selected ?? undefined}
            sections={byDomain(shown, controls)}
          />
        </div>
      </Tabs>
      {shown.length === 0 && (
        <p className="padded-24 quiet">
          No controls match {filters.search ? <b className="strong">“{filters.search.trim()}”</b> : "these filters"}.{" "}
          <button type="button" className="link" onClick={used.clear}>
            Show all controls
          </button>
        </p>
      )}
    </div>
  );
}

function byDomain(shown: readonly Filterable[], all: readonly ControlRow[]): TableSection<Filterable>[] {
  const domains = [...new Set(shown.map(({ control }) => control.domain))];
  return domains.map((domain) => {
    const whole = all.filter((control) => control.domain === domain);
    const passing = whole.filter((control) => control.status === "passing").length;
    return {
      title: domain,
      note: `${passing} of ${whole.length} pass`,
      rows: shown.filter(({ control }) => control.domain === domain),
    };
  });
}

function columnsFor(
  project: Project,
  used: UsedFilters,
  days: ReadonlyMap<string, CoveredDays> | undefined,
  narrow: boolean,
): Column<Filterable>[] {
  const all: (Column<Filterable> & { whenNarrow: boolean })[] = [
    {
      key: "title",
      head: "Control",
      phone: "title",
      whenNarrow: true,
      cell: ({ control, plan }) => (
        <>
          <Link className="row-action" id={`control-${control.id}`} to={used.openedAt(control.id)} preventScrollReset>
            {control.title}
          </Link>
          {control.status !== "passing" && <Reason finding={control.status}>{lineOfControl(control)}</Reason>}
          {control.endsSoon && <Reason finding="unknown">{withSpokenNumbers(`${control.endsSoon.message}.`)}</Reason>}
          {plan && (
            <span className="only-phone phone-work">
              <PlanCell plan={plan} />
            </span>
          )}
        </>
      ),
    },
    {
      key: "requirements",
      head: frameworkName(project.framework),
      phone: "hidden",
      roomy: true,
      whenNarrow: false,
      cell: ({ control }) => <RequirementTags ids={control.requirements[project.framework] ?? []} limit={2} />,
    },
    {
      key: "owner",
      head: "Owner",
      written: true,
      phone: "hidden",
      whenNarrow: false,
      cell: ({ plan }) => <PlanCell plan={plan} />,
    },
    {
      key: "days",
      head: "Days covered",
      phone: "hidden",
      roomy: true,
      whenNarrow: false,
      cell: ({ control }) => <Days days={days?.get(control.id)} />,
    },
    {
      key: "decided",
      head: "Decided",
      phone: "right",
      whenNarrow: true,
      cell: ({ control: { progress } }) => (
        <span className="one-line quiet">
          {progress.decided} of {progress.asked}
          <span className="only-phone">&nbsp;decided</span>
        </span>
      ),
    },
    {
      key: "status",
      head: "Status",
      phone: "left",
      whenNarrow: true,
      cell: ({ control }) => <Mark finding={control.status} />,
    },
    {
      key: "next",
      head: "Next",
      align: "right",
      phone: "actions",
      whenNarrow: false,
      cell: ({ control }) =>
        nextOf(control) && project.archivedAt === null ? (
          <NextButton control={control} next={nextOf(control)!} projectId={project.id} />
        ) : (
          control.status === "passing" && control.until && <Until instant={control.until} />
        ),
    },
  ];
  return all.filter((column) => (column.whenNarrow || !narrow) && (column.key !== "days" || project.window !== null));
}

/** What to do next about a control; of one that passes, about what ends soon. */
const nextOf = ({ next, endsSoon }: ControlRow) => next ?? endsSoon?.next ?? null;

/** How long a control passes if nothing is done: what ends then is due by that day. */
function Until({ instant }: { instant: string }) {
  return (
    <span className="row-until faint" title={`Passes until ${longDate(instant)} if nothing is done`}>
      Until {dayOfRecord(instant)}
    </span>
  );
}

function Days({ days }: { days: CoveredDays | undefined }) {
  if (!days) return null;
  return (
    <span className="one-line">
      {days.covered} of {days.passed} {days.passed === 1 ? "day" : "days"}
      <meter className="days-meter" aria-hidden="true" min={0} max={Math.max(1, days.passed)} value={days.covered} />
    </span>
  );
}
