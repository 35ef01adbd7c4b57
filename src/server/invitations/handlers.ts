import { sql } from "kysely";
import type { InvitedRole } from "#contract/invitations.ts";
import { sha256 } from "../auth/tokens.ts";
import { actAs, asCaller } from "../db/as-caller.ts";
import { auditOf, invitationDesk, refuseBroken } from "./invitation-desk.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly databases: Databases;
  readonly sessions: Sessions;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

type Answered = { token: string } | { invitationId: string };

const hashOf = (answered: Answered) => ("token" in answered ? sha256(answered.token) : null);
const idOf = (answered: Answered) => ("token" in answered ? null : answered.invitationId);

function refuseOutcome(outcome: string | undefined): never {
  if (outcome === "ended") return refuse("invitation-ended");
  if (outcome === "other-address") return refuse("invitation-other-address");
  return refuse("invitation-invalid");
}

export function invitationHandlers(services: Deps): HandlersOf<"invitations"> {
  const { databases, sessions, now } = services;
  const desk = invitationDesk(services);

  return {
    list: ({ tx }) => desk.list(tx),
    create: async ({ input: { companyId, role, ...input }, caller, tx }) => {
      const email = input.email.toLowerCase();
      const { rows } = await sql<{ known: boolean }>`SELECT app.is_team_address(${email}) AS known`.execute(tx);
      if (rows[0]?.known) refuse("already-on-team");
      const { rows: audits } = await sql<{ known: boolean }>`SELECT app.is_auditor_address(${email}) AS known`.execute(
        tx,
      );
      if (audits[0]?.known) refuse("is-auditor");
      const { answer, invitationId } = await desk.create(tx, { companyId, email, role, by: caller.userId });
      return { answer, entry: { subject: invitationId, details: { email, role } } };
    },
    renew: async ({ input: { companyId, invitationId, mail }, tx }) => {
      const audit = await tx
        .selectFrom("app.company_invitations")
        .select("audit_ends_at")
        .where("company_id", "=", companyId)
        .where("id", "=", invitationId)
        .executeTakeFirst();
      const { numUpdatedRows } = await tx
        .updateTable("app.company_invitations")
        .set({ expires_at: desk.expiry(audit?.audit_ends_at) })
        .where("company_id", "=", companyId)
        .where("id", "=", invitationId)
        .where("status", "=", "pending")
        .executeTakeFirst()
        .catch(refuseBroken);
      if (numUpdatedRows === 0n) refuse("not-found");
      const answer = await desk.addLink(tx, { companyId, invitationId, mail });
      const { email } = answer.invitation;
      return { answer, entry: { subject: invitationId, details: { email, mailed: mail } } };
    },
    cancel: async ({ input: { companyId, invitationId }, tx }) => {
      const row = await tx
        .deleteFrom("app.company_invitations")
        .where("company_id", "=", companyId)
        .where("id", "=", invitationId)
        .where("status", "=", "pending")
        .returning(["email", "role"])
        .executeTakeFirst();
      const { email, role } = row ?? refuse("not-found");
      return { answer: {}, entry: { subject: invitationId, details: { email, role } } };
    },
    look: async ({ input: { token } }) => {
      const { rows } = await sql<{
        company_name: string;
        inviter: string;
        email: string;
        role: InvitedRole;
        status: string;
        expires_at: Date;
        audit_projects: string[] | null;
        audit_ends_at: Date | null;
      }>`SELECT * FROM app.find_invitation(${sha256(token)})`.execute(databases.user);
      const row = rows[0] ?? refuse("invitation-invalid");
      const open = row.status === "pending" && row.expires_at > now();
      const ended = row.status === "declined" ? "declined" : "ended";
      const { inviter, role, email } = row;
      return { company: row.company_name, inviter, role, email, audit: auditOf(row), state: open ? "open" : ended };
    },
    mine: ({ session: { userId } }) =>
      asCaller(databases.user, { userId }, async (tx) => {
        const { rows } = await sql<{
          id: string;
          company_name: string;
          inviter: string;
          role: InvitedRole;
          expires_at: Date;
        }>`SELECT * FROM app.my_invitations(${now()})`.execute(tx);
        return rows.map(({ id, company_name: company, inviter, role, expires_at: end }) => ({
          id,
          company,
          inviter,
          role,
          expiresAt: end.toISOString(),
        }));
      }),
    accept: async ({ input, caller: { userId }, tx }) => {
      const { rows } = await sql<{
        outcome: string;
        company_id: string;
        company_name: string;
        role: string;
      }>`SELECT * FROM app.accept_invitation(${hashOf(input)}, ${idOf(input)}, ${now()})`
        .execute(tx)
        .catch(refuseBroken);
      const row = rows[0];
      if (!row || (row.outcome !== "joined" && row.outcome !== "already-member")) return refuseOutcome(row?.outcome);
      const { outcome, company_id: companyId, company_name: company, role } = row;
      if (outcome === "already-member") return { answer: { outcome, companyId, company }, entry: "unchanged" };
      // The ledger hears of it even where the new member still has to bring a second factor.
      await actAs(tx, { userId, companyId, secondFactor: true });
      return { answer: { outcome, companyId, company }, entry: { subject: userId, details: { role, outcome } } };
    },
    decline: async ({ input, request }) => {
      const session = await sessions.read(request.cookie);
      return await asCaller(databases.user, { userId: session?.userId ?? "" }, async (tx) => {
        const { rows } = await sql<{
          outcome: string;
        }>`SELECT app.decline_invitation(${hashOf(input)}, ${idOf(input)}, ${now()}) AS outcome`.execute(tx);
        if (rows[0]?.outcome !== "declined") return refuseOutcome(rows[0]?.outcome);
        return {};
      });
    },
  };
}
