import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { InvitedRole } from "#contract/invitations.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import type { Tx } from "../db/as-caller.ts";
import { invitationToCompany } from "../mail/templates/invitation.ts";
import { Refusal, refuse, sqlState, violatedConstraint } from "../refusal.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const DAY_SECONDS = 24 * 60 * 60;
const VALID_DAYS = 7;
/** In a day: links of one company, and mails to one address from whichever company. No mailbox is flooded through us. */
const PER_COMPANY = 200;
const PER_ADDRESS = 5;

/** What the database's rules about invitations are called outside of it. */
export function refuseBroken(error: unknown): never {
  if (error instanceof Refusal) throw error;
  if (sqlState(error) === "EX402") return refuse("users-limit", error);
  if (violatedConstraint(error) === "company_invitations_one_pending") return refuse("already-invited", error);
  throw error;
}

/** What an auditor is let into, where the invitation is for one. */
export function auditOf(row: { audit_projects: readonly string[] | null; audit_ends_at: Date | null }) {
  return row.audit_ends_at && { projects: [...(row.audit_projects ?? [])], endsAt: row.audit_ends_at.toISOString() };
}

/** Somebody to be invited; for an auditor, to which projects and until when. */
interface Invited {
  readonly companyId: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly by: string;
  readonly audit?: { readonly projects: readonly string[]; readonly endsAt: Date };
}

/** Writes invitations and their links, for members as for auditors. */
export function invitationDesk({ outbox, appUrl, now }: Deps) {
  const list = async (tx: Tx, only?: string) => {
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
      expired: row.expires_at <= now(),
      audit: auditOf(row),
    }));
  };

  const takeTurn = async (tx: Tx, key: string, limit: number) => {
    const { rows } = await sql<{
      wait: number;
    }>`SELECT app.take_turn(${key}, ${limit}, ${DAY_SECONDS}, 1) AS wait`.execute(tx);
    if (rows[0]?.wait !== 0) refuse("too-many-requests");
  };

  /** One more link of an invitation. The token is in the answer, and in the mail if one is sent, and nowhere else. */
  const addLink = async (
    tx: Tx,
    { companyId, invitationId, mail }: { companyId: string; invitationId: string; mail: boolean },
  ) => {
    const token = newToken();
    await tx
      .insertInto("app.invitation_links")
      .values({
        company_id: companyId,
        token_sha256: sha256(token),
        invitation_id: invitationId,
        created_at: now(),
      })
      .execute();
    const invitation = (await list(tx, invitationId))[0] ?? refuse("not-found");
    const link = `${appUrl}/invite?token=${token}`;
    await takeTurn(tx, `invitations|${companyId}`, PER_COMPANY);
    if (mail) {
      await takeTurn(tx, `invited|${invitation.email}`, PER_ADDRESS);
      const { rows } = await sql<{ company: string; inviter: string }>`SELECT c.name AS company,
        concat_ws(' ', p.first_name, p.last_name) AS inviter FROM app.companies c LEFT JOIN app.profiles p ON p.id = app.uid()
        WHERE c.id = ${companyId}`.execute(tx);
      const { company, inviter } = rows[0]!;
      const { email, role, expiresAt, audit } = invitation;
      await outbox.enqueue(
        tx,
        invitationToCompany({ to: email, inviter, company, role, link, expiresAt: new Date(expiresAt), appUrl, audit }),
      );
    }
    return { invitation, link };
  };

  /** An invitation to an audit ends with the audit, at the latest. */
  const expiry = (auditEndsAt?: Date | null) => {
    const end = now().getTime() + VALID_DAYS * DAY_SECONDS * 1000;
    return new Date(auditEndsAt ? Math.min(end, auditEndsAt.getTime()) : end);
  };

  /** Makes an invitation with its first link and mails it. Refuses `already-invited` and `users-limit`. */
  const create = async (tx: Tx, { companyId, email, role, by, audit }: Invited) => {
    const invitationId = randomUUID();
    // One that ran out is no reason against a new one.
    await tx
      .deleteFrom("app.company_invitations")
      .where("company_id", "=", companyId)
      .where("email", "=", email)
      .where("status", "=", "pending")
      .where("expires_at", "<=", now())
      .execute();
    await tx
      .insertInto("app.company_invitations")
      .values({
        company_id: companyId,
        id: invitationId,
        email,
        role,
        invited_by: by,
        created_at: now(),
        expires_at: expiry(audit?.endsAt),
        audit_projects: audit ? [...audit.projects] : null,
        audit_ends_at: audit?.endsAt ?? null,
      })
      .execute()
      .catch(refuseBroken);
    return { invitationId, answer: await addLink(tx, { companyId, invitationId, mail: true }) };
  };

  return { list, addLink, create, expiry };
}
