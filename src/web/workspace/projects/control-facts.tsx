import { longDate } from "#web/design/dates.ts";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import type { ControlDetails, CoveredDays } from "./project.ts";

/** The requirement ids of the project's framework, and of the others that the same evidence counts in. */
export function Requirements({ details, framework }: { details: ControlDetails; framework?: string | undefined }) {
  const { requirements } = details.control;
  const known = openFrameworks.map(({ key }) => key as string).filter((key) => requirements[key]?.length);
  const own = known.filter((key) => key === framework);
  const others = known.filter((key) => key !== framework);
  const list = (keys: readonly string[]) => (
    <dl className="facts">
      {keys.map((key) => (
        <RequirementsOf key={key} framework={key} ids={requirements[key] ?? []} />
      ))}
    </dl>
  );
  if (own.length === 0) return list(others);
  return (
    <>
      {list(own)}
      <p className="below-4 above-12 faint">Also counts in</p>
      {list(others)}
    </>
  );
}

function RequirementsOf({ framework, ids }: { framework: string; ids: readonly string[] }) {
  return (
    <>
      <dt>{frameworkName(framework)}</dt>
      <dd>
        <RequirementTags ids={ids} />
      </dd>
    </>
  );
}

/** What passing does not prove, by framework. */
export function Limits({ limits }: { limits: ControlDetails["limits"] }) {
  return (
    <dl className="facts">
      {limits.map((limit) => (
        <LimitOf key={limit.framework + limit.note} {...limit} />
      ))}
    </dl>
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
                {gap.reason}
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
