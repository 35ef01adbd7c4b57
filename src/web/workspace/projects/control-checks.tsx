import { Link } from "react-router";
import { longDate, registerTime } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { frameworkName } from "../frameworks.ts";
import { nextAddress } from "../next/next-address.ts";
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
        <li key={check.checkId}>
          <CheckLine controlId={details.control.id} check={check} />
          <CheckActions controlId={details.control.id} check={check} />
        </li>
      ))}
    </ul>
  );
}

function CheckLine({ controlId, check }: { controlId: string; check: Check }) {
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
        {check.progress && check.parts.length > 1 && <Parts check={check} />}
        {check.next && <Next controlId={controlId} next={check.next} />}
      </dl>
    </>
  );
}

/** How far a check of several parts is decided, and how each system stands in each. */
function Parts({ check: { progress, parts } }: { check: Check }) {
  return (
    <>
      <dt>Parts</dt>
      <dd>
        {progress!.decided} of {progress!.asked} decided
        <ul className="check-parts">
          {parts.map((part) => {
            const { finding, word } = stateOf(part);
            return (
              <li key={part.aspect}>
                <Mark finding={finding}>{word}</Mark> {part.title}
                <span className="fine faint"> {systemsIn(part)}</span>
              </li>
            );
          })}
        </ul>
      </dd>
    </>
  );
}

const ofPart: Record<Check["parts"][number]["outcome"], { finding: Finding; word: string }> = {
  pass: { finding: "passing", word: "Pass" },
  fail: { finding: "failing", word: "Fail" },
  unknown: { finding: "unknown", word: "Unknown" },
  "not applicable": { finding: "not applicable", word: "Not applicable" },
  "not asked": { finding: "not applicable", word: "Not in scope" },
};

/** A part that no system has answered is not in doubt: nobody has read it. */
function stateOf({ outcome, systems }: Check["parts"][number]) {
  const isUnread = outcome === "unknown" && systems.every(({ state }) => state === "not read");
  return isUnread ? { finding: "needs evidence" as const, word: "Not read" } : ofPart[outcome];
}

const systemStates: Record<Check["parts"][number]["systems"][number]["state"], string> = {
  pass: "passes",
  fail: "fails",
  unknown: "unknown",
  "not applicable": "not applicable",
  stale: "read too long ago",
  "not read": "not read",
};

/** "AWS passes, Azure not read, and 3 more". */
function systemsIn({ systems, systemCount }: Check["parts"][number]): string {
  const named = systems.map(({ name, state }) => `${name} ${systemStates[state]}`).join(", ");
  return systemCount > systems.length ? `${named}, and ${systemCount - systems.length} more` : named;
}

function Next({ controlId, next }: { controlId: string; next: NonNullable<Check["next"]> }) {
  return (
    <>
      <dt>Next</dt>
      <dd>
        <Link className="link" to={nextAddress(controlId, next)}>
          {next.message}
        </Link>
      </dd>
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
