import { sha256 } from "../auth/tokens.ts";
import { fail } from "../app-error.ts";

/** How somebody names the invitation they answer: by its link, or as one of their own. */
type Answered = { token: string } | { invitationId: string };

/** What the database finds a link by. */
export const hashOf = (answered: Answered) => ("token" in answered ? sha256(answered.token) : null);
/** What it finds an own invitation by. */
export const idOf = (answered: Answered) => ("token" in answered ? null : answered.invitationId);

/** What the database answers when an invitation cannot be answered. */
export function refuseOutcome(outcome: string | undefined): never {
  if (outcome === "ended") return fail("invitation-ended");
  if (outcome === "other-address") return fail("invitation-other-address");
  return fail("invitation-invalid");
}
