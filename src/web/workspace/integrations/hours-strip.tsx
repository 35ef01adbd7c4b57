import type { Hours } from "./hours-words.ts";
import { sayHour, sayHours, sayHoursShortly } from "./hours-words.ts";

/** The last 24 hours, one bar each: a missed hour is a gap, and never filled in. Read aloud as one sentence. */
export function HoursStrip({ hours }: { hours: Hours }) {
  return (
    <div>
      <p className="hour-words" aria-hidden="true">
        <span>Last 24 hours</span>
        <span>{sayHoursShortly(hours)}</span>
      </p>
      <div className="hour-strip" role="img" aria-label={`Last 24 hours: ${sayHours(hours)}`}>
        {hours.map((hour) => (
          <i key={hour.slot} data-state={hour.state} data-changed={hour.changed || undefined} title={sayHour(hour)} />
        ))}
      </div>
    </div>
  );
}
