import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import type { LinkDeps } from "./add-link.ts";
import { writeInvitation } from "./write-invitation.ts";

/** Invites somebody by mail. Refuses `already-on-team`, `is-auditor`, `already-invited` and `users-limit`. */
export function inviteMember(deps: LinkDeps): HandlersOf<"invitations">["create"] {
  return async ({ input: { companyId, role, ...input }, caller, tx }) => {
    const email = input.email.toLowerCase();
    const { rows } = await sql<{ known: boolean }>`SELECT app.is_team_address(${email}) AS known`.execute(tx);
    if (rows[0]?.known) fail("already-on-team");
    const { rows: audits } = await sql<{ known: boolean }>`SELECT app.is_auditor_address(${email}) AS known`.execute(
      tx,
    );
    if (audits[0]?.known) fail("is-auditor");
    const { answer, invitationId } = await writeInvitation(deps, tx, { companyId, email, role, by: caller.userId });
    return { answer, entry: { subject: invitationId, details: { email, role } } };
  };
}
