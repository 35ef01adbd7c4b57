import { useEffect, useRef } from "react";
import { roleName, roleSummary } from "#domain/role-words.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Notice } from "#web/design/states.tsx";
import type { Invitation } from "./use-invitation.ts";

interface InvitationDetailProps {
  invitation: Invitation;
  /** Undefined for whoever is signed out. */
  signedInAs: string | undefined;
  busy: "accept" | "decline" | null;
  onAccept: () => void;
  onDecline: () => void;
  /** Signs out, and lets the person come back with the address that was invited. */
  onSignInAs: () => void;
}

/** Who invites whom to what, before it is answered. */
export function InvitationDetail(props: InvitationDetailProps) {
  const { invitation, signedInAs, busy, onAccept, onDecline, onSignInAs } = props;
  const { company, inviter, role, email, audit } = invitation;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const another = signedInAs !== undefined && signedInAs.toLowerCase() !== email.toLowerCase();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="wraps">
        {audit ? "Audit" : "Join"} {company}
      </h1>
      <div className="oxford-rule below-20" />
      <dl className="facts">
        <dt>Invited by</dt>
        <dd>{inviter || "Someone who has since left"}</dd>
        <dt>Company</dt>
        <dd>{company}</dd>
        <dt>Role</dt>
        <dd>
          {roleName(role)}
          <span className="own-line small faint">{roleSummary(role)}</span>
        </dd>
        {audit && (
          <>
            <dt>Projects</dt>
            <dd>{audit.projects.join(", ")}</dd>
            <dt>Until</dt>
            <dd>
              {longDate(audit.endsAt)}
              <span className="own-line small faint">Everything you view is recorded.</span>
            </dd>
          </>
        )}
        <dt>Email</dt>
        <dd>{email}</dd>
      </dl>
      <div className="stack gap-20 above-24">
        {signedInAs === undefined && (
          <Notice>You'll need to sign in or create an account to accept this invitation.</Notice>
        )}
        {another && (
          <Notice
            action={
              <Button size="small" onClick={onSignInAs}>
                Switch account
              </Button>
            }
          >
            You are signed in as <b className="wraps strong">{signedInAs}</b>. Only the invited email address can
            accept.
          </Notice>
        )}
        <div className="halves">
          <Button
            size="large"
            wide
            busy={busy === "decline" && "Declining..."}
            disabled={busy !== null}
            onClick={onDecline}
          >
            Decline
          </Button>
          <Button
            kind="primary"
            size="large"
            wide
            busy={busy === "accept" && "Processing..."}
            disabled={busy !== null}
            onClick={onAccept}
          >
            {signedInAs === undefined ? "Sign in to Accept" : "Accept"}
          </Button>
        </div>
      </div>
    </>
  );
}
