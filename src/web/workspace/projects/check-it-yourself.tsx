import { Link } from "react-router";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Hash } from "#web/design/hash.tsx";
import { useCan } from "../company-context.tsx";
import { spokenNumber, withSpokenNumbers } from "../exhibit-numbers.ts";
import { Exhibit } from "./deciding/exhibit.tsx";
import { Fold } from "./fold.tsx";
import type { ControlDetails, Project } from "./project.ts";
import { decidedChecks, stepsToRepeat, verifyCommand } from "./repeat-check.ts";

/** What a stranger would do to decide each check again: what it expects, the file that shows it, and the command that proves the file. */
export function CheckItYourself({ details, project }: { details: ControlDetails; project: Project | undefined }) {
  const mayExport = useCan("exports.create");
  const decided = decidedChecks(details.checks);
  const controlId = details.control.id;
  if (decided.length === 0)
    return <p className="quiet">No check is decided by evidence yet. There is nothing to repeat.</p>;
  return (
    <>
      <p className="quiet">
        Anyone can repeat these checks from an exported bundle, without an account. First verify it:
      </p>
      <div className="repeat-command">
        <code>{verifyCommand}</code>
        <CopyButton text={verifyCommand} name="Copy the command" />
      </div>
      <p className="fine faint">
        Get{" "}
        <a className="link" href="/verify.mjs">
          verify.mjs
        </a>{" "}
        from this site, not from the bundle.
        {mayExport && project && (
          <>
            {" "}
            Export the bundle from the{" "}
            <Link className="link" to={`/dashboard/projects/${project.id}/report#control-${controlId}`}>
              control report
            </Link>
            .
          </>
        )}
      </p>
      <div className="above-8">
        {decided.map((check) => (
          <Fold key={check.checkId} title={check.title} count={spokenNumber(check.exhibit)}>
            <dl className="repeat-facts">
              <dt>Expected</dt>
              <dd>{check.wanted}</dd>
              <dt>Found</dt>
              <dd>{withSpokenNumbers(check.reason)}</dd>
              <dt>Exhibit</dt>
              <dd>
                <Exhibit exhibit={check.exhibit} evidenceId={check.evidenceId} />
              </dd>
              <dt>SHA-256</dt>
              <dd>
                <Hash value={check.sha256} />
              </dd>
            </dl>
            <CopyButton
              text={stepsToRepeat(check, controlId, location.origin)}
              name={`Copy steps to repeat ${check.title}`}
            >
              Copy steps
            </CopyButton>
          </Fold>
        ))}
      </div>
    </>
  );
}
