import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

/** Takes an invitation back, with all its links. Refuses `not-found`. */
export const cancelInvitation: HandlersOf<"invitations">["cancel"] = async ({
  input: { companyId, invitationId },
  tx,
}) => {
  const row = await tx
    .deleteFrom("app.company_invitations")
    .where("company_id", "=", companyId)
    .where("id", "=", invitationId)
    .where("status", "=", "pending")
    .returning(["email", "role"])
    .executeTakeFirst();
  const { email, role } = row ?? fail("not-found");
  return { answer: {}, entry: { subject: invitationId, details: { email, role } } };
};
