import { useState } from "react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { useWorkspace } from "../../company-context.tsx";
import { decisions } from "./reviews.ts";
import type { Decision, ReviewAccount } from "./reviews.ts";

/** What the person is about to say of an account: a decision that needs a reason, or another reason. */
export interface Asking {
  readonly id: string;
  readonly decision: Decision;
}

interface DecisionCellProps {
  account: ReviewAccount;
  asking: Asking | undefined;
  /** Whether its buttons are in the Tab order: those of one row are. */
  isCurrent: boolean;
  onDecide: (account: ReviewAccount, decision: Decision | "none", reason: string) => void;
  onAsk: (asking: Asking | undefined) => void;
}

/** Keep, change or remove, with the reason; or who decides where the reader does not. */
export function DecisionCell({ account, asking, isCurrent, onDecide, onAsk }: DecisionCellProps) {
  const { person } = useWorkspace();
  const { id, decision: standing, mayDecide, own, unknown, reviewer, label } = account;
  if (!mayDecide)
    return (
      <>
        {standing && <span className="review-decided">{wordOf(standing.decision)}</span>}
        <Reason of={account} />
        {own ? (
          <span className="own-line fine faint">
            {reviewer.userId === person.id ? "Another person" : reviewer.name} decides. You can’t review your own
            access.
          </span>
        ) : (
          !standing && <span className="fine faint">{reviewer.name} decides.</span>
        )}
      </>
    );
  function press(decision: Decision) {
    if (standing?.decision === decision) return onDecide(account, "none", "");
    if (decision === "keep") return onDecide(account, decision, "");
    onAsk({ id, decision });
  }
  const shown = asking?.decision ?? standing?.decision;
  return (
    <div className="review-decision">
      <span className="segmented" role="group" aria-label={`Decision on ${label}`}>
        {decisions.map(({ key, label: word }) => (
          <button
            key={key}
            type="button"
            data-decision={key}
            tabIndex={isCurrent ? 0 : -1}
            aria-pressed={shown === key}
            disabled={unknown && key !== "remove"}
            onClick={() => press(key)}
          >
            {word}
          </button>
        ))}
      </span>
      {asking ? (
        <ReasonForm
          asking={asking}
          label={label}
          before={standing?.reason ?? ""}
          onSave={(reason) => onDecide(account, asking.decision, reason)}
          onCancel={() => onAsk(undefined)}
        />
      ) : (
        <Reason of={account} />
      )}
      {unknown && standing === null && (
        <span className="own-line fine faint">
          Nobody in People is known to have it. Say whose it is under{" "}
          <Link to="/dashboard/program/people?do=accounts" className="link">
            People
          </Link>
          , or remove it. A shared account needs an approval.
        </span>
      )}
    </div>
  );
}

const wordOf = (decision: Decision) => decisions.find(({ key }) => key === decision)!.label;

function Reason({ of: { decision } }: { of: ReviewAccount }) {
  const { person } = useWorkspace();
  if (!decision) return null;
  const { reason, by, at, alone } = decision;
  return (
    <span className="review-reason">
      {reason && `“${reason}” `}
      {(by.userId !== person.id || alone) && (
        <span className="faint">
          {by.name}, {dayOfRecord(at)}
          {alone && ". Own account, nobody else could decide."}
        </span>
      )}
    </span>
  );
}

interface ReasonFormProps {
  asking: Asking;
  label: string;
  before: string;
  onSave: (reason: string) => void;
  onCancel: () => void;
}

function ReasonForm({ asking: { decision }, label, before, onSave, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState(before);
  const needed = decision !== "keep" && reason.trim() === "";
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!needed) onSave(reason.trim());
  }
  return (
    <form className="review-reason-form" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && onCancel()}>
      <input
        className="input"
        aria-label={`Reason for ${label}`}
        placeholder={decision === "keep" ? "Reason (optional)" : "Reason"}
        value={reason}
        maxLength={1000}
        // The press that opens it asks for what is typed next.
        ref={(input) => void (input && document.activeElement !== input && input.focus())}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" size="small" kind={decision === "remove" ? "danger" : "primary"} disabled={needed}>
        {wordOf(decision)}
      </Button>
      <Button size="small" kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
