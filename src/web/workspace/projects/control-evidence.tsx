import { Link } from "react-router";
import { dayOfRecord } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { ControlDetails } from "./project.ts";

/** What is on file for a control, and what an auditor will ask for. */
export function ControlEvidence({ details }: { details: ControlDetails }) {
  return (
    <>
      {details.evidence.length > 0 && (
        <ul className="lines">
          {details.evidence.map((item) => (
            <li key={item.id} className="flex items-baseline justify-between gap-4">
              <span>
                <Link className="exhibit-number" to={`/dashboard/evidence?item=${item.id}`}>
                  {spokenNumber(item.exhibit)}
                </Link>{" "}
                {item.name}
              </span>
              <span className="whitespace-nowrap text-xs text-ink-3">valid until {dayOfRecord(item.validUntil)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-ink-3">What an auditor expects to see ({details.cadence}):</p>
      <ul className="mt-1 list-disc pl-4 text-ink-2">
        {details.expected.map((one) => (
          <li key={one.title}>
            {one.title}{" "}
            <span className="text-ink-3">
              ({one.type}, valid for {one.validForDays} days)
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
