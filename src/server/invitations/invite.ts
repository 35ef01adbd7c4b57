import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import type { LinkDeps } from "./add-link.ts";
import { writeInvitation } from "./write-invitation.ts";

/** Invites somebody by mail. Refuses `already-on-team`, `is-auditor`, `already-invited` and `users-limit`. */
export function inviteMember(deps: LinkDeps): HandlersOf<"invitations">["create"] {
  return async ({ input: { companyId, role, ...input }, caller, tx }) => {
    const email = input.email.toLowerCase();
    if (await callFunction(tx, "app.is_team_address", [email])) fail("already-on-team");
    if (await callFunction(tx, "app.is_auditor_address", [email])) fail("is-auditor");
    const { answer, invitationId } = await writeInvitation(deps, tx, { companyId, email, role, by: caller.userId });
    return { answer, entry: { subject: invitationId, details: { email, role } } };
  };
}
