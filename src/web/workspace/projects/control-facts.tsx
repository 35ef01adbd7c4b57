import { longDate } from "#web/design/dates.ts";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { withSpokenNumbers } from "../exhibit-numbers.ts";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import { Fold } from "./fold.tsx";
import type { ControlDetails, CoveredDays } from "./project.ts";

/** The requirement ids by framework, that of the project first and unfolded, and what passing does not prove. */
export function Requirements({ details, framework }: { details: ControlDetails; framework?: string | undefined }) {
  const { limits, control } = details;
  const known = openFrameworks.map(({ key }) => key as string).filter((key) => control.requirements[key]?.length);
  const inOrder = [...known.filter((key) => key === framework), ...known.filter((key) => key !== framework)];
  return (
    <>
      {inOrder.map((key, at) => (
        <Fold
          key={key}
          title={frameworkName(key)}
          count={control.requirements[key]!.length}
          open={at === 0 && key === framework}
        >
          <RequirementTags ids={control.requirements[key]!} />
        </Fold>
      ))}
      {limits.length > 0 && (
        <Fold title="Not covered" count={limits.length}>
          <dl className="facts">
            {limits.map((limit) => (
              <LimitOf key={limit.framework + limit.note} {...limit} />
            ))}
          </dl>
        </Fold>
      )}
    </>
  );
}

function LimitOf({ framework, note }: { framework: string; note: string }) {
  return (
    <>
      <dt>{frameworkName(framework)}</dt>
      <dd className="quiet">{note}</dd>
    </>
  );
}

/** How many of the audit window's passed days a control covered, and why not the others, newest first. */
export function DaysCovered({ days }: { days: CoveredDays }) {
  const { covered, passed, gaps, gapCount } = days;
  return (
    <>
      <p>
        <b className="firm">
          {covered} of {passed} {passed === 1 ? "day" : "days"}
        </b>{" "}
        <span className="quiet">of the audit window so far. Days run from midnight to midnight (UTC).</span>
      </p>
      {gaps.length > 0 && (
        <ul className="lines above-8" aria-label="Days not covered">
          {gaps.toReversed().map((gap) => (
            <li key={gap.from}>
              <b className="firm">
                {gap.from === gap.to ? longDate(gap.from) : `${longDate(gap.from)} to ${longDate(gap.to)}`}
              </b>
              <span className="own-line quiet">
                {gap.status && `${gap.status.charAt(0).toUpperCase()}${gap.status.slice(1)}: `}
                {withSpokenNumbers(gap.reason)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {gapCount > gaps.length && (
        <p className="above-8 faint">
          Showing the newest {gaps.length} of {gapCount} gaps.
        </p>
      )}
    </>
  );
}
