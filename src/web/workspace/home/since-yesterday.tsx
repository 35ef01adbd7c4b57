import { Link } from "react-router";
import { sayChange } from "#domain/control-change-words.ts";
import { minuteOfDay, registerTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { withSpokenNumbers } from "../exhibit-numbers.ts";
import type { Overview } from "./overview.ts";

const SHOWN = 4;

/** What is different from a day ago: controls whose status changed, and how much was filed. */
export function SinceYesterday({ overview }: { overview: Overview }) {
  const { changes, statuses, evidence, projects } = overview;
  const filed = evidence.days.at(-1) ?? 0;
  const items =
    filed === 0
      ? "No evidence was added."
      : `${filed.toLocaleString("en-US")} evidence ${filed === 1 ? "item was" : "items were"} added.`;
  const title = (id: string) => statuses.find(({ controlId }) => controlId === id)?.title ?? id;
  const more = changes.length - SHOWN;
  return (
    <section aria-label="Since Yesterday">
      <h2 className="title-card">Since Yesterday</h2>
      <p className="above-4 quiet">
        {changes.length === 0 ? `No control changed status in the last 24 hours. ${items}` : items}
      </p>
      {changes.length > 0 && (
        <ul className="day-changes">
          {changes.slice(0, SHOWN).map(({ controlId, at, was, status, reason }) => (
            <li key={`${controlId} ${at}`}>
              <p>
                <Link
                  className="firm underlines"
                  to={
                    projects[0] ? `/dashboard/projects/${projects[0].id}?control=${controlId}` : "/dashboard/projects"
                  }
                >
                  {title(controlId)}
                </Link>{" "}
                {sayChange(was, status)} at{" "}
                <time dateTime={at} title={registerTime(at)}>
                  {minuteOfDay(at)} UTC
                </time>
              </p>
              <p className="quiet">{withSpokenNumbers(reason)}</p>
              <Mark finding={status} size="small" />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link className="link link-alone compact" to="/dashboard/activity">
          {more} more
        </Link>
      )}
    </section>
  );
}
