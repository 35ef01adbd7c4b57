import { daysLeftUntil, leftUntil } from "#domain/incidents/notice-clock.ts";
import { timeNow } from "#web/clock.ts";
import { exactTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { deadlineState } from "./deadline-state.ts";
import type { RecordDetails } from "./registers.ts";

type Deadlines = NonNullable<RecordDetails["deadlines"]>;

interface RecordDeadlinesProps {
  deadlines: Deadlines;
  /** When the record was closed, where it was: nobody waits any more for what was due after that. */
  closedAt: RecordDetails["fields"][string] | undefined;
}

const findings = { unknown: "unknown", late: "failing", runs: "needs evidence" } as const;

/** Each deadline of a record with the time that is left, and what it follows from. Whether a check is met by it is decided elsewhere. */
export function RecordDeadlines({ deadlines: { title, note, clocks }, closedAt }: RecordDeadlinesProps) {
  const now = timeNow();
  return (
    <PanelSection title={title}>
      {note !== null && <p className="fine quiet wraps">{note}</p>}
      <ul className="record-deadlines" aria-label={title}>
        {clocks.map(({ label, dueAt, source, done }) => {
          const state = deadlineState(dueAt, closedAt, now);
          return (
            <li key={`${label} ${source}`}>
              <span className="narrows">
                <b className="strong wraps">{label}</b>
                <span className="own-line fine quiet wraps">
                  {dueAt !== null && <time dateTime={dueAt}>{exactTime(dueAt)}. </time>}
                  {source}
                </span>
              </span>
              {done === true ? (
                <Mark finding="sealed">Done</Mark>
              ) : state === "closed" ? (
                <Mark finding="not applicable">Closed</Mark>
              ) : (
                <Mark finding={findings[state]}>
                  {done === false && dueAt !== null ? daysLeftUntil(dueAt, now) : leftUntil(dueAt, now)}
                </Mark>
              )}
            </li>
          );
        })}
      </ul>
    </PanelSection>
  );
}
