import { Link } from "react-router";
import { importFormats } from "#domain/import-format.ts";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { ImportRun } from "./use-import.ts";

type Summary = NonNullable<ImportRun["summary"]>;

/** What a report said, and what it changed: what fails first, then what was counted, and each control now. */
export function ImportResult({ run }: { run: ImportRun }) {
  const { summary } = run;
  const filed = (
    <>
      The report is on file as{" "}
      <Link className="exhibit-number" to={`/dashboard/evidence?item=${run.evidenceId}`}>
        {spokenNumber(run.exhibit)}
      </Link>
      .
    </>
  );
  if (!summary) return <p>{filed}</p>;
  return (
    <>
      {summary.failing.length > 0 && <Failing summary={summary} />}
      <p className="quiet">
        {filed}{" "}
        {run.format === importFormats.csv
          ? `Read by the mapping “${summary.tool}”, it contains`
          : `${summary.tool} reported`}{" "}
        {count(summary.findings, "finding")}; {number(summary.mapped)} of them {summary.mapped === 1 ? "maps" : "map"}{" "}
        to a control.
      </p>
      <Counts summary={summary} />
      {summary.controls.length > 0 ? (
        <ul className="lines" aria-label="Controls">
          {summary.controls.map((control) => (
            <li key={control.controlId}>
              <div className="apart">
                <b className="firm">{control.title}</b>
                <Mark finding={control.status} />
              </div>
              <Reason finding={control.status}>{control.reason}</Reason>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">No control changed status. The report stays on file as evidence.</p>
      )}
    </>
  );
}

const SHOWN = 10;

/** The exact resources that fail, those that a check knows before the rest. */
function Failing({ summary: { failing, outcomes } }: { summary: Summary }) {
  const line = (summary: Summary["failing"][number], index: number) => (
    <li key={index}>
      <div className="apart">
        <b className="narrows wraps firm">{summary.resource || summary.title}</b>
        <Mark finding="failing" size="small">
          {summary.severity === "Unknown" ? "Fails" : summary.severity}
        </Mark>
      </div>
      <p className="compact quiet">
        {summary.resource ? `${summary.title}. ` : ""}
        {summary.message && summary.message !== summary.title ? summary.message : ""}
      </p>
      <p className="wraps small faint">
        {summary.known ? summary.rule : `${summary.rule}: this rule is not mapped to a check.`}
      </p>
    </li>
  );
  return (
    <section aria-label="Failing findings">
      <h3 className="title-card below-8">Failing findings</h3>
      <ul className="lines import-failing">{failing.slice(0, SHOWN).map(line)}</ul>
      {failing.length > SHOWN && (
        <details className="settings-ended above-8">
          <summary>{number(failing.length - SHOWN)} more</summary>
          <ul className="lines import-failing above-8">{failing.slice(SHOWN).map(line)}</ul>
        </details>
      )}
      {outcomes.fail > failing.length && (
        <p className="above-8 compact faint">
          The first {number(failing.length)} of {number(outcomes.fail)}. See the report for the others.
        </p>
      )}
    </section>
  );
}

/** What the file holds, counted: it is all of it, or the file would have been refused. */
function Counts({ summary: { findings, mapped, outcomes, counted, checks } }: { summary: Summary }) {
  const facts: [string, number][] = [
    ["Read", findings],
    ["Pass", outcomes.pass],
    ["Fail", outcomes.fail],
    ["Unknown", outcomes.unknown],
    ["Not applicable", outcomes.notApplicable],
    ["Not checked", outcomes.notLookedAt],
    ["Suppressed in the tool", outcomes.suppressed],
    ["Not mapped to a control", findings - mapped],
    ["Checks evaluated", checks.filter(({ outcome }) => outcome === "pass" || outcome === "fail").length],
  ];
  const ofFile = Object.entries(counted).map(([name, many]) => `${number(many)} ${name}`);
  return (
    <>
      <dl className="import-counts" aria-label="Counts">
        {facts
          .filter(([name, many]) => many > 0 || name === "Read" || name === "Checks evaluated")
          .map(([name, many]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number(many)}</dd>
            </div>
          ))}
      </dl>
      {ofFile.length > 0 && <p className="compact faint">In the file: {ofFile.join(", ")}.</p>}
    </>
  );
}

function number(many: number): string {
  return many.toLocaleString("en-US");
}

function count(many: number, noun: string): string {
  return `${number(many)} ${noun}${many === 1 ? "" : "s"}`;
}
