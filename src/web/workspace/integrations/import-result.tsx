import { Link } from "react-router";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { ImportRun } from "./use-import.ts";

/** What a report said, and what it changed: findings read, findings that speak to a control, and each control now. */
export function ImportResult({ run }: { run: ImportRun }) {
  const { summary } = run;
  const filed = (
    <>
      The report is filed as{" "}
      <Link className="exhibit-number" to={`/dashboard/evidence?item=${run.evidenceId}`}>
        {spokenNumber(run.exhibit)}
      </Link>
      .
    </>
  );
  if (!summary) return <p>{filed}</p>;
  return (
    <>
      <p className="text-ink-2">
        {filed} {summary.tool} reported {count(summary.findings, "finding")}; {summary.mapped.toLocaleString("en-US")}{" "}
        of them {summary.mapped === 1 ? "speaks" : "speak"} to a control of the library.
      </p>
      {summary.controls.length > 0 ? (
        <ul className="lines" aria-label="Controls">
          {summary.controls.map((control) => (
            <li key={control.controlId}>
              <div className="flex items-baseline justify-between gap-4">
                <b className="font-medium">{control.title}</b>
                <Mark finding={control.status} />
              </div>
              <Reason finding={control.status}>{control.reason}</Reason>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">No control changed. The report stays on file as evidence.</p>
      )}
    </>
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
