import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { openFailures } from "#contract/open-failures.ts";
import { Button, ButtonLink } from "./button.tsx";
import { BlankLabel } from "./exhibit-label.tsx";
import { Icon } from "./icon.tsx";

/** Nothing here yet: a blank label, one sentence, one action. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <BlankLabel />
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
        {action}
      </div>
    </div>
  );
}

interface FailedStateProps {
  message: string;
  /** The number under which our log keeps what happened; a person can quote it to support. */
  requestId?: string | undefined;
  onRetry: () => void;
}

/** It did not work: what happened, the request's id to quote, and one way on. */
export function FailedState({ message, requestId, onRetry }: FailedStateProps) {
  return (
    <div className="failed" role="alert">
      <h2>This could not be loaded</h2>
      <p>
        {message}
        {requestId && (
          <>
            {" "}
            Request <span className="mono">{requestId}</span>
          </>
        )}
      </p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** A company, or this instance, asks for a second factor that the session does not have: where it is set up. */
export function SecondFactorNeeded() {
  return (
    <div className="empty">
      <Icon of={KeyRound} size={28} />
      <div>
        <h2>Set up MFA to continue</h2>
        <p>{openFailures["second-factor-required"].message}</p>
        <ButtonLink kind="primary" to="/dashboard/settings?tab=profile">
          Set up MFA
        </ButtonLink>
      </div>
    </div>
  );
}

/** A line above the matter that asks for one decision. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="notice">
      <p>{children}</p>
      {action}
    </div>
  );
}
