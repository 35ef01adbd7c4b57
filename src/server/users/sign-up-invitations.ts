import type { Kysely } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { newToken, sha256 } from "../auth/tokens.ts";
import type { DB } from "../db/types.gen.ts";
import type { Outbox } from "../mail/outbox.ts";
import { signUpInvitation } from "../mail/templates/sign-up-invitation.ts";
import { fail, sqlState } from "../app-error.ts";

/** What somebody is in this installation. */
export type PlatformRole = "admin" | "manager" | "user";

const DAYS = 7;

interface Deps {
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

interface Inviting {
  readonly email: string;
  readonly role: PlatformRole;
  readonly invitedBy: string;
}

const columns = ["id", "email", "platform_role", "sent_at", "expires_at"] as const;

/** An invitation as the Admin Panel lists it. */
function present(row: { id: string; email: string; platform_role: string; sent_at: Date; expires_at: Date }) {
  return {
    id: row.id,
    email: row.email,
    role: row.platform_role as PlatformRole,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Invitations to sign up, as a platform admin's transaction sees them. */
export function openSignUpInvitations({ outbox, appUrl, now }: Deps) {
  const term = () => ({ sent_at: now(), expires_at: new Date(now().getTime() + DAYS * 24 * 60 * 60_000) });

  return {
    /** Those that nobody has taken up, the newest first; expired ones stay until they are sent again or cancelled. */
    list: async (tx: Tx) => {
      const rows = await tx
        .selectFrom("app.sign_up_invitations")
        .select(columns)
        .where("accepted_at", "is", null)
        .orderBy("sent_at", "desc")
        .limit(200)
        .execute();
      return rows.map(present);
    },

    /** Makes one and mails it; only its token's hash is kept. Refuses `already-invited`. */
    async invite(tx: Tx, { email, role, invitedBy }: Inviting) {
      const token = newToken();
      const address = email.toLowerCase();
      try {
        const row = await tx
          .insertInto("app.sign_up_invitations")
          .values({
            email: address,
            platform_role: role,
            token_sha256: sha256(token),
            invited_by: invitedBy,
            created_at: now(),
            ...term(),
          })
          .returning(columns)
          .executeTakeFirstOrThrow();
        await outbox.enqueue(tx, signUpInvitation({ to: address, appUrl, token }));
        return present(row);
      } catch (error) {
        if (sqlState(error) === "23505") return fail("already-invited", error);
        throw error;
      }
    },

    /** Mails it again under a new token; the link before leads nowhere then. Undefined when there is none. */
    async resend(tx: Tx, which: { id: string } | { email: string }) {
      const token = newToken();
      const [column, value] =
        "id" in which ? (["id", which.id] as const) : (["email", which.email.toLowerCase()] as const);
      const row = await tx
        .updateTable("app.sign_up_invitations")
        .set({ token_sha256: sha256(token), ...term() })
        .where(column, "=", value)
        .where("accepted_at", "is", null)
        .returning(columns)
        .executeTakeFirst();
      if (!row) return undefined;
      await outbox.enqueue(tx, signUpInvitation({ to: row.email, appUrl, token }));
      return present(row);
    },

    /** Ends one that nobody has taken up, and answers whose it was. */
    cancel: async (tx: Tx, id: string): Promise<string | undefined> =>
      (
        await tx
          .deleteFrom("app.sign_up_invitations")
          .where("id", "=", id)
          .where("accepted_at", "is", null)
          .returning("email")
          .executeTakeFirst()
      )?.email,
  };
}

/** Whose address an invitation's link was sent to; undefined for one that is unknown, taken up or expired. As app_auth. */
export async function findSignUpInvitation(db: Kysely<DB>, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom("app.sign_up_invitations")
    .select("email")
    .where("token_sha256", "=", sha256(token))
    .where("accepted_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.email;
}
