import { Suspense, lazy, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { publicPage } from "#catalog/public-pages.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { AccessPage } from "../access-page.tsx";
import { WaitingHeading } from "../waiting-heading.tsx";
import { loadDetail, useInvitation } from "./use-invitation.ts";

const InvitationDetail = lazy(loadDetail);

export const meta = () => {
  const { title, description } = publicPage("/invite");
  return [{ title }, { name: "description", content: description }, { name: "robots", content: "noindex" }];
};

/** Where the link of an invitation leads: who invites to what, and the answer to it. */
export default function InviteScreen() {
  const invitation = useInvitation();
  const { view, visitor, load } = invitation;
  return (
    <AccessPage>
      {view.name === "loading" && <WaitingHeading text="Opening your invitation..." />}
      {view.name === "failed" && (
        <Answered title="We could not load the invitation">
          <p className="below-20 quiet">You have not accepted or declined it. Try again.</p>
          <Button kind="primary" onClick={() => void load()}>
            Try again
          </Button>
        </Answered>
      )}
      {view.name === "ended" && (
        <Answered title="Invitation closed">
          <p className="below-20 quiet">This invitation has expired or has already been used.</p>
          <p className="below-20 quiet">Ask the person who invited you for a new one.</p>
          <Onward signedIn={visitor !== null} />
        </Answered>
      )}
      {view.name === "declined" && (
        <Answered title="Invitation closed">
          <p className="below-20 quiet">You have declined this invitation.</p>
          <Onward signedIn={visitor !== null} />
        </Answered>
      )}
      {view.name === "open" && (
        <Suspense>
          <InvitationDetail {...invitation} invitation={view.invitation} />
        </Suspense>
      )}
    </AccessPage>
  );
}

/** What took the place of the form the person was reading; the focus goes to it, as nothing else says so. */
function Answered({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className="oxford-rule below-20" />
      {children}
    </>
  );
}

function Onward({ signedIn }: { signedIn: boolean }) {
  return signedIn ? (
    <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
  ) : (
    <ButtonLink to="/">Return to Home</ButtonLink>
  );
}
