import { useId } from "react";
import { statusStretches } from "#domain/status-strip.ts";
import type { StatusStretch } from "#domain/status-strip.ts";
import { longDate, registerTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { withSpokenNumbers } from "../exhibit-numbers.ts";
import type { ControlHistory } from "./project.ts";

const WIDTH = 1000;
const HEIGHT = 28;
const DAY = 24 * 60 * 60 * 1000;

/** A control's status over time: shape and tone for each finding, and the same in words below. */
export function HistoryStrip({ history }: { history: ControlHistory }) {
  const id = useId();
  const changes = history.changes.map(({ at, status, reason, earlierRule }) => ({
    at: new Date(at),
    status,
    reason: earlierRule ? `${reason} Judged by an earlier rule.` : reason,
  }));
  const [from, to] = [new Date(history.from), new Date(history.to)];
  const stretches = statusStretches(changes, from, to);
  const span = to.getTime() - from.getTime();
  const x = (at: Date) => ((at.getTime() - from.getTime()) / span) * WIDTH;
  return (
    <>
      <svg
        className="history-strip"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={inWords(stretches)}
      >
        <defs>
          <pattern id={`${id}-hatch`} width="8" height="8" patternUnits="userSpaceOnUse">
            <path d="M-2 2 2-2M0 8 8 0M6 10 10 6" />
          </pattern>
        </defs>
        {stretches.map((stretch) => (
          <Stretch
            key={stretch.from.getTime()}
            status={stretch.status}
            at={x(stretch.from)}
            width={x(stretch.to) - x(stretch.from)}
            hatch={`url(#${id}-hatch)`}
          />
        ))}
      </svg>
      <p className="history-ends">
        <span>{longDate(history.from)}</span>
        <span>Now</span>
      </p>
      <ol className="lines history-lines" aria-label="Changes, newest first">
        {stretches.toReversed().map((stretch) => (
          <li key={stretch.from.getTime()}>
            <span className="fine faint">
              {stretch.from > from ? `${registerTime(stretch.from.toISOString())} UTC` : "Before"}
            </span>
            <span>
              {stretch.status ? <Mark finding={stretch.status} size="small" /> : <b className="firm">No record</b>}
              <span className="own-line quiet wraps-anywhere">{withSpokenNumbers(stretch.reason)}</span>
            </span>
          </li>
        ))}
      </ol>
      {history.cut && <p className="above-8 faint">Showing the newest 500 changes.</p>}
    </>
  );
}

interface StretchProps {
  status: StatusStretch["status"];
  at: number;
  width: number;
  hatch: string;
}

function Stretch({ status, at, width, hatch }: StretchProps) {
  // What lasted a moment is seen all the same.
  const wide = Math.max(width, 3);
  const tall = status === "passing" || status === "failing" ? HEIGHT : HEIGHT / 2;
  const shape = { x: at, width: wide, y: (HEIGHT - tall) / 2, height: tall };
  return (
    <>
      <rect {...shape} data-finding={status ?? "none"} />
      {status === "failing" && <rect {...shape} fill={hatch} data-hatch />}
    </>
  );
}

/** `In the last 90 days: passing 80 days, failing 10 days.` */
function inWords(stretches: readonly StatusStretch[]): string {
  const lengths = new Map<string, number>();
  for (const { from, to, status } of stretches) {
    const word = status ?? "not recorded";
    lengths.set(word, (lengths.get(word) ?? 0) + (to.getTime() - from.getTime()) / DAY);
  }
  const total = Math.round([...lengths.values()].reduce((sum, days) => sum + days, 0));
  const parts = [...lengths].map(([word, days]) => `${word} ${sayDays(days)}`);
  return `In the last ${total} days: ${parts.join(", ")}.`;
}

function sayDays(days: number): string {
  if (days < 1) return "less than a day";
  const whole = Math.round(days);
  return whole === 1 ? "1 day" : `${whole} days`;
}
