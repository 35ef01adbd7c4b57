import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type * as z from "zod";
import type { givenRole } from "#contract/members.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import { actAs, asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { invitationToCompany } from "../mail/templates/invitation.ts";
import { Refusal, refuse, sqlState, violatedConstraint } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

type GivenRole = z.output<typeof givenRole>;
type Answered = { token: string } | { invitationId: string };

const DAY_SECONDS = 24 * 60 * 60;
const VALID_DAYS = 7;
/** In a day: links of one company, and mails to one address from whichever company. No mailbox is flooded through us. */
const PER_COMPANY = 200;
const PER_ADDRESS = 5;

const hashOf = (answered: Answered) => ("token" in answered ? sha256(answered.token) : null);
const idOf = (answered: Answered) => ("token" in answered ? null : answered.invitationId);

function refuseOutcome(outcome: string | undefined): never {
  if (outcome === "ended") return refuse("invitation-ended");
  if (outcome === "other-address") return refuse("invitation-other-address");
  return refuse("invitation-invalid");
}

/** What the database's rules about invitations are called outside of it. */
function refuseBroken(error: unknown): never {
  if (error instanceof Refusal) throw error;
  if (sqlState(error) === "EX402") return refuse("users-limit", error);
  if (violatedConstraint(error) === "company_invitations_one_pending") return refuse("already-invited", error);
  throw error;
}

export function invitationHandlers(services: Services): HandlersOf<"invitations"> {
  const { databases, sessions, outbox, appUrl, now } = services;

  const list = async (tx: Tx, only?: string) => {
    const { rows } = await sql<{
      id: string;
      email: string;
      role: GivenRole;
      invited_by: string | null;
      created_at: Date;
      expires_at: Date;
    }>`SELECT i.id, i.email, i.role, i.created_at, i.expires_at, concat_ws(' ', p.first_name, p.last_name) AS invited_by
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
      const { email, role, expiresAt } = invitation;
      await outbox.enqueue(
        tx,
        invitationToCompany({ to: email, inviter, company, role, link, expiresAt: new Date(expiresAt), appUrl }),
      );
    }
    return { invitation, link };
  };

  const expiry = () => new Date(now().getTime() + VALID_DAYS * DAY_SECONDS * 1000);

  return {
    list: ({ tx }) => list(tx),
    create: async ({ input: { companyId, role, ...input }, caller, tx }) => {
      const email = input.email.toLowerCase();
      const invitationId = randomUUID();
      const { rows } = await sql<{ known: boolean }>`SELECT app.is_team_address(${email}) AS known`.execute(tx);
      if (rows[0]?.known) refuse("already-on-team");
      // One that ran out is no reason against a new one.
      await tx
        .deleteFrom("app.company_invitations")
        .where("company_id", "=", companyId)
        .where("email", "=", email)
        .where("status", "=", "pending")
        .where("expires_at", "<=", now())
        .execute();
      const times = { created_at: now(), expires_at: expiry() };
      await tx
        .insertInto("app.company_invitations")
        .values({ company_id: companyId, id: invitationId, email, role, invited_by: caller.userId, ...times })
        .execute()
        .catch(refuseBroken);
      const answer = await addLink(tx, { companyId, invitationId, mail: true });
      return { answer, entry: { subject: invitationId, details: { email, role } } };
    },
    renew: async ({ input: { companyId, invitationId, mail }, tx }) => {
      const { numUpdatedRows } = await tx
        .updateTable("app.company_invitations")
        .set({ expires_at: expiry() })
        .where("company_id", "=", companyId)
        .where("id", "=", invitationId)
        .where("status", "=", "pending")
        .executeTakeFirst()
        .catch(refuseBroken);
      if (numUpdatedRows === 0n) refuse("not-found");
      const answer = await addLink(tx, { companyId, invitationId, mail });
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
        role: GivenRole;
        status: string;
        expires_at: Date;
      }>`SELECT * FROM app.find_invitation(${sha256(token)})`.execute(databases.user);
      const row = rows[0] ?? refuse("invitation-invalid");
      const open = row.status === "pending" && row.expires_at > now();
      const ended = row.status === "declined" ? "declined" : "ended";
      const { inviter, role, email } = row;
      return { company: row.company_name, inviter, role, email, state: open ? "open" : ended };
    },
    mine: ({ session: { userId } }) =>
      asCaller(databases.user, { userId }, async (tx) => {
        const { rows } = await sql<{
          id: string;
          company_name: string;
          inviter: string;
          role: GivenRole;
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
