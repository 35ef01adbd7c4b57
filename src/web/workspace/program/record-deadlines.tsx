import { leftUntil } from "#domain/incidents/notice-clock.ts";
import { timeNow } from "#web/clock.ts";
import { exactTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import type { RecordDetails } from "./registers.ts";

const DAY_MS = 86_400_000;

type Deadlines = NonNullable<RecordDetails["deadlines"]>;

/** Each deadline of a record with the hours that are left, and what it follows from. Whether a check is met by it is decided elsewhere. */
export function RecordDeadlines({ deadlines: { title, clocks } }: { deadlines: Deadlines }) {
  const now = timeNow();
  return (
    <PanelSection title={title}>
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
            ) : (
              <Mark
                finding={dueAt === null ? "unknown" : Date.parse(dueAt) <= now.getTime() ? "failing" : "needs evidence"}
              >
                {done === false ? personalTime(dueAt, now) : leftUntil(dueAt, now)}
              </Mark>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

/** What people do has weeks: days where more than three are left, and hours before. */
function personalTime(dueAt: string | null, now: Date): string {
  const days = dueAt === null ? 0 : Math.floor((Date.parse(dueAt) - now.getTime()) / DAY_MS);
  return days > 3 ? `${days} days left` : leftUntil(dueAt, now);
}
