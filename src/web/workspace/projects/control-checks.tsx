import { Link } from "react-router";
import { longDate, registerTime } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { frameworkName } from "../frameworks.ts";
import { CheckActions } from "./manual-tests/check-actions.tsx";
import type { ControlDetails } from "./project.ts";

type Check = ControlDetails["checks"][number];

const outcomes: Record<Check["outcome"], { finding: Finding; word: string }> = {
  pass: { finding: "passing", word: "Pass" },
  fail: { finding: "failing", word: "Fail" },
  unknown: { finding: "unknown", word: "Unknown" },
  "not applicable": { finding: "not applicable", word: "Not applicable" },
  "not run": { finding: "needs evidence", word: "Not run" },
};

/** What each check observed against what it wants; one that could not tell says so and is never green. */
export function Checks({ details }: { details: ControlDetails }) {
  if (details.checks.length === 0) {
    return <p className="quiet">This control has no automated checks. People add its evidence.</p>;
  }
  return (
    <ul className="lines">
      {details.checks.map((check) => (
        <li key={`${check.checkId} ${check.source ?? ""}`}>
          <CheckLine check={check} />
          <CheckActions controlId={details.control.id} check={{ ...check, parts: [] }} />
        </li>
      ))}
    </ul>
  );
}

function CheckLine({ check }: { check: Check }) {
  const { finding, word } = outcomes[check.outcome];
  return (
    <>
      <div className="apart">
        <b className="firm">{check.title}</b>
        <Mark finding={finding}>{word}</Mark>
      </div>
      <dl className="check-facts">
        <dt>Expected</dt>
        <dd className="quiet">
          {check.wanted}
          {check.onlyFor && <> For {check.onlyFor.map(frameworkName).join(", ")} only.</>}
        </dd>
        <dt>Found</dt>
        <dd>
          <Reason finding={finding}>{check.reason}</Reason>
          <Seen check={check} />
        </dd>
      </dl>
    </>
  );
}

/** Where and when it was observed, the exhibit that shows it, and until when it counts. */
function Seen({ check }: { check: Check }) {
  if (!check.observedAt || !check.validUntil) return null;
  return (
    <span className="fine faint">
      {check.source}, {registerTime(check.observedAt)} UTC, valid until {longDate(check.validUntil)}
      {check.exhibit && check.evidenceId && (
        <>
          ,{" "}
          <Link className="exhibit-number" to={`/dashboard/evidence?item=${check.evidenceId}`}>
            {spokenNumber(check.exhibit)}
          </Link>
        </>
      )}
    </span>
  );
}
