import { randomUUID } from "node:crypto";
import type { InvitedRole } from "#contract/invitations.ts";
import type { Tx } from "../db/as-caller.ts";
import { addLink } from "./add-link.ts";
import type { LinkDeps } from "./add-link.ts";
import { expiryOf } from "./expiry.ts";
import { refuseBroken } from "./refuse-broken.ts";

/** Somebody to be invited; for an auditor, to which projects and until when. */
interface Invited {
  readonly companyId: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly by: string;
  readonly audit?: { readonly projects: readonly string[]; readonly endsAt: Date };
}

/** Makes an invitation with its first link and mails it. Refuses `already-invited` and `users-limit`. */
export async function writeInvitation(deps: LinkDeps, tx: Tx, { companyId, email, role, by, audit }: Invited) {
  const now = deps.now();
  const invitationId = randomUUID();
  // One that ran out is no reason against a new one.
  await tx
    .deleteFrom("app.company_invitations")
    .where("company_id", "=", companyId)
    .where("email", "=", email)
    .where("status", "=", "pending")
    .where("expires_at", "<=", now)
    .execute();
  await tx
    .insertInto("app.company_invitations")
    .values({
      company_id: companyId,
      id: invitationId,
      email,
      role,
      invited_by: by,
      created_at: now,
      expires_at: expiryOf(now, audit?.endsAt),
      audit_projects: audit ? [...audit.projects] : null,
      audit_ends_at: audit?.endsAt ?? null,
    })
    .execute()
    .catch(refuseBroken);
  return { invitationId, answer: await addLink(deps, tx, { companyId, invitationId, mail: true }) };
}
