import type { InvitedRole } from "#contract/invitations.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** What an auditor is let into, where the invitation is for one. */
export function auditOf(row: { audit_projects: readonly string[] | null; audit_ends_at: Date | null }) {
  return row.audit_ends_at && { projects: [...(row.audit_projects ?? [])], endsAt: row.audit_ends_at.toISOString() };
}

/** Invitations that nobody has answered, the newest first; those that ran out are among them. */
export async function listInvitations(tx: Tx, now: Date, only?: string) {
  const { rows } = await sql<{
    id: string;
    email: string;
    role: InvitedRole;
    invited_by: string | null;
    created_at: Date;
    expires_at: Date;
    audit_projects: string[] | null;
    audit_ends_at: Date | null;
  }>`SELECT i.id, i.email, i.role, i.created_at, i.expires_at, i.audit_ends_at,
    ARRAY(SELECT j.name FROM app.projects j WHERE j.company_id = i.company_id AND j.id = ANY (i.audit_projects) ORDER BY j.name) AS audit_projects, concat_ws(' ', p.first_name, p.last_name) AS invited_by
    FROM app.company_invitations i LEFT JOIN app.profiles p ON p.id = i.invited_by
    WHERE i.status = 'pending' AND (${only ?? null}::uuid IS NULL OR i.id = ${only ?? null}::uuid)
    ORDER BY i.created_at DESC, i.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by ?? "",
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
    audit: auditOf(row),
  }));
}
