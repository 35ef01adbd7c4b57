import { OwnInvitations, useOwnInvitations } from "../../own-invitations.tsx";
import { Section } from "../section.tsx";

/** What waits for the person themselves, before anything about the company; nothing for most. */
export function InvitationsToYou() {
  const invitations = useOwnInvitations();
  if (invitations.length === 0) return null;
  return (
    <Section id="your-invitations" title="Your invitations">
      <OwnInvitations invitations={invitations} />
    </Section>
  );
}
