import { Suspense, lazy, useEffect, useRef } from "react";
import { roleName, roleSummary } from "#domain/role-words.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Notice } from "#web/design/states.tsx";
import { broadcastSession, tellSigningOut } from "#web/presence.ts";
import { loadAccount } from "../load-account.ts";
import type { Invitation, useInvitation } from "./use-invitation.ts";

// Most who follow a link have an account: the form is loaded for those who have none.
const JoinForm = lazy(() => import("./join-form.tsx"));

interface InvitationDetailProps extends Omit<ReturnType<typeof useInvitation>, "view" | "load"> {
  invitation: Invitation;
}

/** Who invites whom to what, before it is answered. */
export default function InvitationDetail({ invitation, visitor, busy, ...answers }: InvitationDetailProps) {
  const { company, inviter, role, email, audit } = invitation;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const joins = visitor === null && invitation.joins;
  /** Signs out; who has no account with the address yet stays on this page, which makes one. */
  async function switchAccount() {
    if (!invitation.joins) return answers.signInAs(email);
    try {
      const { client, queryClient } = await loadAccount();
      tellSigningOut(true);
      await client.session.signOut({});
      queryClient.clear();
      broadcastSession(null);
      answers.signedOut();
    } catch (error) {
      tellSigningOut(false);
      showError(error, "Failed to sign out");
    }
  }
  const another = visitor !== null && visitor.email.toLowerCase() !== email.toLowerCase();
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
        {visitor === null && <Notice>You'll need to sign in or create an account to accept this invitation.</Notice>}
        {another && (
          <Notice
            action={
              <Button size="small" onClick={() => void switchAccount()}>
                Switch account
              </Button>
            }
          >
            You are signed in as <b className="wraps strong">{visitor.email}</b>. Only the invited email address can
            accept.
          </Notice>
        )}
        {joins && (
          <Suspense fallback={<div aria-busy="true" />}>
            <JoinForm
              email={email}
              company={company}
              token={answers.token.current}
              onRefused={answers.follow}
              onEntered={answers.enter}
              onProvider={answers.leaveToJoin}
            />
          </Suspense>
        )}
        <div className="halves">
          <Button
            size="large"
            wide
            busy={busy === "decline" && "Declining..."}
            disabled={busy !== null}
            onClick={() => void answers.decline()}
          >
            Decline
          </Button>
          <Button
            kind={joins ? "secondary" : "primary"}
            size="large"
            wide
            busy={busy === "accept" && "Processing..."}
            disabled={busy !== null}
            onClick={() => void answers.accept(invitation)}
          >
            {visitor === null ? "Sign in to Accept" : "Accept"}
          </Button>
        </div>
      </div>
    </>
  );
}
