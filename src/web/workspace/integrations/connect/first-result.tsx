import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { accountName, count } from "../connection.ts";
import type { ConnectionDetails } from "../connection.ts";
import { bySeverity } from "../manage/check-order.ts";
import { MissingScopes } from "../missing-scopes.tsx";
import { OutcomeCounts } from "../outcome-counts.tsx";
import { outcomes } from "../outcomes.ts";
import { useNewestRun } from "../use-run.ts";
import type { StageProps } from "./linking-dialog.tsx";

/** As many failing checks as are named; the others stand under Manage. */
const NAMED = 4;

/** What the first collection found: checks that pass and fail, the controls that it decides, and where it is on file. */
export function FirstResult({ offer, connection, onManage, onClose }: StageProps & { onManage: () => void }) {
  const run = useNewestRun(connection.id).data?.runs[0];
  const failing = connection.checks.filter(({ outcome }) => outcome === "fail").toSorted(bySeverity);
  return (
    <>
      <DialogBody>
        <p role="status">
          <b className="strong">{accountName(connection)}</b> is connected
          {run?.reason === "first" ? ", and the first collection is complete." : " and collected every hour."}
          {run?.state === "done" && ` ${count(run.items, "item")} in ${count(run.requests, "request")}.`}
        </p>
        <OutcomeCounts outcomes={connection.outcomes} />
        {failing.length > 0 && (
          <ul className="lines" aria-label="Failing checks">
            {failing.slice(0, NAMED).map((check) => (
              <li key={check.id}>
                <div className="apart">
                  <b className="firm">{check.title}</b>
                  <Mark finding="failing" size="small">
                    {check.severity}
                  </Mark>
                </div>
                <Reason finding="failing">{check.reason}</Reason>
              </li>
            ))}
          </ul>
        )}
        {failing.length > NAMED && <p className="quiet">{count(failing.length - NAMED, "more check")} failing.</p>}
        {connection.outcomes.unknown > 0 && (
          <p className="quiet">
            {count(connection.outcomes.unknown, "check")} could not be evaluated. Open Checks to see what could not be
            read.
          </p>
        )}
        <Decided controls={connection.decides} />
        {run?.exhibit && run.evidenceId && (
          <p>
            The collected data is on file as{" "}
            <Link className="exhibit-number" to={`/dashboard/evidence?item=${run.evidenceId}`}>
              {spokenNumber(run.exhibit)}
            </Link>
            .
          </p>
        )}
        <MissingScopes offer={offer} missing={connection.missing} />
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Done
        </Button>
        <Button kind="primary" onClick={onManage}>
          View Checks
        </Button>
      </DialogFoot>
    </>
  );
}

/** Each control that rests on what was read, as it stands now, with its checks that do. */
function Decided({ controls }: { controls: ConnectionDetails["decides"] }) {
  if (controls.length === 0) return <p>It does not count for any control yet.</p>;
  const checks = controls.reduce((sum, control) => sum + control.checks.length, 0);
  return (
    <section aria-labelledby="decided-now">
      <h3 id="decided-now" className="title-card below-8">
        It answers {count(checks, "check")} in {count(controls.length, "control")}
      </h3>
      <ul className="lines" aria-label="Controls it decides">
        {controls.map(({ controlId, title, status, checks: own }) => (
          <li key={controlId}>
            <div className="apart">
              <Link className="link firm" to={`/dashboard/controls/${controlId}`}>
                {controlId} {title}
              </Link>
              <Mark finding={status} size="small" />
            </div>
            <ul className="above-4">
              {own.map(({ checkId, title: asked, outcome }) => (
                <li key={checkId} className="apart compact quiet">
                  <span>{asked}</span>
                  <Mark finding={outcomes[outcome].finding} size="small">
                    {outcomes[outcome].word}
                  </Mark>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
