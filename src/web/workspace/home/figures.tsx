import { Ticks, TicksLegend } from "#web/design/ticks.tsx";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import { DayBars } from "./day-bars.tsx";
import type { Overview } from "./overview.ts";

/** Three figures, each with the count it comes from. */
export function Figures({ overview }: { overview: Overview }) {
  const { controls, statuses, evidence, frameworks } = overview;
  const findings = statuses.map((control) => control.status);
  return (
    <ul className="figures" aria-label="Summary">
      <li>
        <h2>Controls Passed</h2>
        <p className="figure">
          <b>{controls.percent}%</b>
          <span>
            {controls.passed} of {controls.total}
          </span>
        </p>
        <Ticks of="controls" findings={findings} />
        <div className="above-10">
          <TicksLegend findings={findings} />
        </div>
      </li>
      <li>
        <h2>Evidence Items</h2>
        <p className="figure">
          <b>{evidence.total.toLocaleString("en-US")}</b>
          <span>{evidence.thisWeek.toLocaleString("en-US")} added this week</span>
        </p>
        <DayBars days={evidence.days} />
      </li>
      <li>
        <h2>Frameworks</h2>
        <p className="figure">
          <b>{frameworks.length}</b>
          <span>{frameworks.map(frameworkName).join(", ")}</span>
        </p>
        <div className="slots" aria-hidden="true">
          {openFrameworks.map(({ key }) => (
            <i key={key} data-on={frameworks.includes(key) || undefined} />
          ))}
        </div>
        <p className="above-4 tiny faint">
          {frameworks.length} of {openFrameworks.length} available
        </p>
      </li>
    </ul>
  );
}
