import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { addLink } from "./add-link.ts";
import type { LinkDeps } from "./add-link.ts";
import { expiryOf } from "./expiry.ts";
import { refuseBroken } from "./refuse-broken.ts";

/**
 * Makes one more link, mails it if asked to, and starts the time of the invitation again. Refuses `not-found` and
 * `users-limit`.
 */
export function renewInvitation(deps: LinkDeps): HandlersOf<"invitations">["renew"] {
  return async ({ input: { companyId, invitationId, mail }, tx }) => {
    const audit = await tx
      .selectFrom("app.company_invitations")
      .select("audit_ends_at")
      .where("company_id", "=", companyId)
      .where("id", "=", invitationId)
      .executeTakeFirst();
    const { numUpdatedRows } = await tx
      .updateTable("app.company_invitations")
      .set({ expires_at: expiryOf(deps.now(), audit?.audit_ends_at) })
      .where("company_id", "=", companyId)
      .where("id", "=", invitationId)
      .where("status", "=", "pending")
      .executeTakeFirst()
      .catch(refuseBroken);
    if (numUpdatedRows === 0n) fail("not-found");
    const answer = await addLink(deps, tx, { companyId, invitationId, mail });
    const { email } = answer.invitation;
    return { answer, entry: { subject: invitationId, details: { email, mailed: mail } } };
  };
}
