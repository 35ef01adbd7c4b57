import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { X } from "lucide-react";
import { policyFailures } from "#contract/policy-failures.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { LinksDialog } from "../links-dialog.tsx";
import { AcknowledgedBy, AcknowledgedRows } from "./acknowledged-by.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { OwnerDialog } from "./owner-dialog.tsx";
import { lastDayOf } from "./last-day.ts";
import { countedPeople, versionWords } from "./policies.ts";
import type { PolicyDetails, PolicyVersion } from "./policies.ts";
import { PolicyActions } from "./policy-actions.tsx";
import { PolicyDocuments } from "./policy-documents.tsx";
import { usePolicyActs } from "./use-policy-acts.ts";

const SHOWN = 12;

interface PolicyAsideProps {
  policy: PolicyDetails;
  shown: PolicyVersion;
  onPick: (versionId: string) => void;
}

/** Beside the text: who approved it, who acknowledged it, its versions, and what it decides. */
export function PolicyAside({ policy, shown, onPick }: PolicyAsideProps) {
  return (
    <aside className="policy-aside" aria-label="About this policy">
      <Owner policy={policy} />
      <Approval policy={policy} version={shown} />
      {policy.inForce && <Acknowledged policy={policy} />}
      <section>
        <h2>Versions</h2>
        <ol className="policy-versions">
          {policy.versions.map((version) => (
            <li key={version.id} data-shown={version.id === shown.id || undefined}>
              <span className="mono">{version.number}</span>
              <button
                type="button"
                className="link"
                aria-current={version.id === shown.id || undefined}
                onClick={() => onPick(version.id)}
              >
                {versionWords(version)}
              </button>
            </li>
          ))}
        </ol>
        {policy.open && policy.may.write && <Discard policy={policy} version={policy.open} />}
      </section>
      <PolicyActions policy={policy} version={shown} />
      <PolicyDocuments policy={policy} version={shown} />
      <section>
        <h2>What it decides</h2>
        <p className="compact quiet">
          {policy.controlId === null ? (
            "A policy of your own. No control expects it."
          ) : (
            <>
              A policy that{" "}
              <Link className="link" to={`/dashboard/controls/${policy.controlId}`}>
                {policy.controlId}
              </Link>{" "}
              expects, and part of 3 checks of{" "}
              <Link className="link" to="/dashboard/controls/XC-01">
                XC-01
              </Link>
              .
            </>
          )}
        </p>
        <p className="fine faint mono wraps">SHA-256 {shown.sha256}</p>
      </section>
    </aside>
  );
}

function Owner({ policy }: { policy: PolicyDetails }) {
  const { owner, may } = policy;
  const [parameters, setParameters] = useSearchParams();
  return (
    <section>
      <h2>Owner</h2>
      {owner === null ? (
        <p className="compact quiet">Nobody yet.</p>
      ) : (
        <p className="compact">
          {owner.name}
          {owner.leftAt !== null && (
            <span className="own-line fine policy-late">Left {lastDayOf(owner.leftAt)}. Choose another owner.</span>
          )}
        </p>
      )}
      {may.write && (
        <Button size="small" onClick={() => setParameters({ do: "owner" })}>
          {owner === null ? "Choose Owner" : "Change Owner"}
        </Button>
      )}
      {may.write && parameters.get("do") === "owner" && (
        <OwnerDialog policy={policy} onClose={() => setParameters({})} />
      )}
    </section>
  );
}

/** Gives the open version up, once a second press confirms it: its last text stays in no list. */
function Discard({ policy, version }: { policy: PolicyDetails; version: PolicyVersion }) {
  const acts = usePolicyActs(policy.id);
  const [isSure, setSure] = useState(false);
  return (
    <Button
      kind={isSure ? "danger" : "quiet"}
      size="small"
      busy={acts.discard.isPending && "Discarding..."}
      onClick={() => (isSure ? acts.discard.mutate(version.id) : setSure(true))}
    >
      {isSure ? `Discard version ${version.number} for good` : "Discard Draft"}
    </Button>
  );
}

/** So many of those who could approve are named. */
const NAMED = 6;

function Approval({ policy, version }: { policy: PolicyDetails; version: PolicyVersion }) {
  const { person } = useWorkspace();
  const { quorum, approvals, authors } = version;
  const isOpen = version.id === policy.open?.id;
  const waitsFor = isOpen ? policy.waitsFor : [];
  const isOthers = isOpen && version.state === "review" && !policy.may.approve;
  const more = waitsFor.length - NAMED;
  return (
    <section>
      <h2>Approval {quorum !== null && <span className="fine faint">{countedPeople(quorum)}, not the author</span>}</h2>
      {approvals.length + waitsFor.length > 0 && (
        <ul className="policy-people">
          {approvals.map(({ userId, name, at, alone }) => (
            <li key={userId}>
              <span className="wraps">{name}</span>
              <span className="fine faint">
                {longDate(at)}
                {alone && ", the author: nobody else may"}
              </span>
            </li>
          ))}
          {waitsFor.slice(0, NAMED).map(({ userId, name }) => (
            <li key={userId}>
              <span className="wraps">{name}</span>
              <span className="fine faint">{quorum === null ? "Not asked yet" : "Has not approved"}</span>
            </li>
          ))}
          {more > 0 && <li className="fine faint">and {more.toLocaleString("en-US")} more who could</li>}
        </ul>
      )}
      <p className="fine faint">
        {approvals.length === 0 && (quorum === null ? "Not sent for approval. " : "Nobody has approved it yet. ")}
        Written by {authors.map(({ name }) => name).join(", ")}.
      </p>
      {isOthers && authors.some(({ userId }) => userId === person.id) && (
        <p className="fine">{policyFailures["policy-own-approval"].message}</p>
      )}
    </section>
  );
}

function Acknowledged({ policy }: { policy: PolicyDetails }) {
  const { acknowledged, people, assignments, inForce, may } = policy;
  const [isAll, setAll] = useState(false);
  const acts = usePolicyActs(policy.id);
  const maySend = useCan("staff.manage");
  const [parameters, setParameters] = useSearchParams();
  const { done = 0, of = 0, nextDue = null } = acknowledged ?? {};
  return (
    <section>
      <h2>
        Acknowledged <span className="fine faint">version {inForce!.number}</span>
      </h2>
      {of > 0 ? (
        <p>
          <b className="policy-figure">
            {done.toLocaleString("en-US")} of {of.toLocaleString("en-US")}
          </b>{" "}
          <span className="compact quiet">
            {nextDue === null ? "people" : `people, the next is due ${longDate(nextDue)}`}
          </span>
        </p>
      ) : (
        <p className="compact quiet">Not assigned to anybody yet.</p>
      )}
      {isAll ? (
        <AcknowledgedBy policy={policy} />
      ) : (
        <AcknowledgedRows people={people.slice(0, SHOWN)} inForce={inForce!.number} />
      )}
      {people.length > SHOWN && !isAll && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {`Show all ${of.toLocaleString("en-US")}`}
        </Button>
      )}
      {assignments.length > 0 && (
        <ul className="policy-people" aria-label="Assigned to">
          {assignments.map(({ id, name, at }) => (
            <li key={id}>
              <span className="wraps">
                Assigned to {name} <span className="fine faint">{longDate(at)}</span>
              </span>
              {may.assign && (
                <Button kind="quiet" size="small" icon={X} iconOnly onClick={() => acts.unassign.mutate(id)}>
                  {`End the assignment to ${name}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(may.assign || (maySend && done < of)) && (
        <div className="cluster">
          {may.assign && (
            <Button size="small" onClick={() => setParameters({ do: "assign" })}>
              Assign
            </Button>
          )}
          {maySend && done < of && (
            <Button size="small" onClick={() => setParameters({ do: "links" })}>
              Send Links
            </Button>
          )}
        </div>
      )}
      {maySend && parameters.get("do") === "links" && (
        <LinksDialog policyId={policy.id} onClose={() => setParameters({})} />
      )}
      {may.assign && parameters.get("do") === "assign" && (
        <AssignDialog policy={policy} onClose={() => setParameters({})} />
      )}
    </section>
  );
}
