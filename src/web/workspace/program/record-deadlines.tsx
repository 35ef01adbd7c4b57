import { daysLeftUntil, leftUntil } from "#domain/incidents/notice-clock.ts";
import { timeNow } from "#web/clock.ts";
import { exactTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import type { RecordDetails } from "./registers.ts";

type Deadlines = NonNullable<RecordDetails["deadlines"]>;

interface RecordDeadlinesProps {
  deadlines: Deadlines;
  /** Whether the record is closed: nobody waits for its deadlines any more. */
  closed: boolean;
}

/** Each deadline of a record with the time that is left, and what it follows from. Whether a check is met by it is decided elsewhere. */
export function RecordDeadlines({ deadlines: { title, note, clocks }, closed }: RecordDeadlinesProps) {
  const now = timeNow();
  return (
    <PanelSection title={title}>
      {note !== null && <p className="fine quiet wraps">{note}</p>}
      <ul className="record-deadlines" aria-label={title}>
        {clocks.map(({ label, dueAt, source, done }) => (
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
            ) : closed && dueAt !== null ? (
              <Mark finding="not applicable">Closed</Mark>
            ) : (
              <Mark
                finding={dueAt === null ? "unknown" : Date.parse(dueAt) <= now.getTime() ? "failing" : "needs evidence"}
              >
                {done === false && dueAt !== null ? daysLeftUntil(dueAt, now) : leftUntil(dueAt, now)}
              </Mark>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
