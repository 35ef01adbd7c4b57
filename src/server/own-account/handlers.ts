import { isCommonPassword } from "../auth/common-passwords.ts";
import { deleteAccount, exportAccount } from "./own-account.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";
import type { Accounts } from "../auth/accounts.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { SecondFactors } from "../auth/second-factors.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly databases: Databases;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly rateLimits: RateLimits;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const QUARTER_HOUR = 15 * 60;
const TRIES = 10;
/** What somebody without a password must have done lately before they may set the first one. */
const RECENT_MS = 15 * 60_000;
const LISTED = 50;

type Method =
  | "password"
  | "magic-link"
  | "confirmation"
  | "passkey"
  | "single-sign-on"
  | "second-factor"
  | "recovery-code";

export function ownAccountHandlers(services: Deps): HandlersOf<"ownAccount"> {
  const { accounts, sessions, secondFactors, rateLimits, now } = services;
  const { auth } = services.databases;
  return {
    get: async ({ session: { userId } }) => {
      const row = await auth
        .selectFrom("auth.users as u")
        .leftJoin("auth.passwords as p", "p.user_id", "u.id")
        .leftJoin("auth.totp_secrets as t", "t.user_id", "u.id")
        .select(["u.email", "u.first_name", "u.last_name", "u.created_at", "p.changed_at", "t.confirmed_at"])
        .select((query) => [
          query
            .selectFrom("auth.recovery_codes")
            .select((count) => count.fn.countAll<number>().as("left"))
            .whereRef("user_id", "=", "u.id")
            .where("used_at", "is", null)
            .as("codes_left"),
          query
            .exists(query.selectFrom("auth.identities").select("issuer").whereRef("user_id", "=", "u.id"))
            .as("single_sign_on"),
        ])
        .where("u.id", "=", userId)
        .executeTakeFirstOrThrow();
      return {
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        createdAt: row.created_at.toISOString(),
        passwordChangedAt: row.changed_at?.toISOString() ?? null,
        totpSince: row.confirmed_at?.toISOString() ?? null,
        recoveryCodesLeft: row.codes_left ?? 0,
        singleSignOn: Boolean(row.single_sign_on),
        secondFactorRequired: await secondFactors.required(userId),
      };
    },

    rename: async ({ input, session: { userId } }) => {
      const names = { first_name: input.firstName, last_name: input.lastName };
      await auth.transaction().execute(async (tx) => {
        await tx.updateTable("auth.users").set(names).where("id", "=", userId).execute();
        await tx.updateTable("app.profiles").set(names).where("id", "=", userId).execute();
      });
      return {};
    },

    changePassword: async ({ input, session, request }) => {
      const key = `password|${session.userId}|${session.id}`;
      await rateLimits.take(key, TRIES, QUARTER_HOUR);
      const right = await accounts.checkOwnPassword(session.userId, input.currentPassword ?? "");
      if (right === false) refuse("wrong-password");
      if (right === undefined && now().getTime() - session.authenticatedAt.getTime() > RECENT_MS)
        refuse("confirm-identity");
      await rateLimits.giveBack(key, QUARTER_HOUR);
      if (await isCommonPassword(input.password, session.email)) refuse("password-common");
      await accounts.changePassword(session.userId, session.id, input.password);
      await sessions.renew(session, request);
      return {};
    },

    sessions: async ({ session }) => {
      const rows = await auth
        .selectFrom("auth.sessions")
        .select(["id", "user_agent", "address", "method", "created_at", "last_used_at"])
        .where("user_id", "=", session.userId)
        .where("awaits_second_factor", "=", false)
        .where("expires_at", ">", now())
        .orderBy("last_used_at", "desc")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        current: row.id === session.id,
        userAgent: row.user_agent,
        address: row.address,
        method: row.method as Method,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
      }));
    },

    endSession: async ({ input, session }) => {
      const ended = await auth
        .deleteFrom("auth.sessions")
        .where("id", "=", input.sessionId)
        .where("user_id", "=", session.userId)
        .returning("id")
        .executeTakeFirst();
      if (!ended) refuse("not-found");
      return {};
    },

    endOtherSessions: async ({ session }) => ({ ended: await sessions.endAll(auth, session.userId, session.id) }),

    signIns: async ({ session }) => {
      const listed = (outcome: "signed-in" | "refused") =>
        auth
          .selectFrom("auth.sign_ins")
          .select(["at", "method", "outcome", "new_device", "address", "user_agent"])
          .where("user_id", "=", session.userId)
          .where("outcome", "=", outcome)
          .orderBy("at", "desc")
          .limit(LISTED)
          .execute();
      // Each for itself: a flood of refused tries must not push out who really came in.
      const rows = [...(await listed("signed-in")), ...(await listed("refused"))];
      return rows
        .toSorted((one, other) => other.at.getTime() - one.at.getTime())
        .map((row) => ({
          at: row.at.toISOString(),
          method: row.method as Method,
          outcome: row.outcome as "signed-in" | "refused",
          newDevice: row.new_device,
          address: row.address,
          userAgent: row.user_agent,
        }));
    },

    export: ({ session }) => exportAccount(services.databases, session.userId),

    delete: async ({ input, session, request }) => {
      if (input.email.trim().toLowerCase() !== session.email) refuse("wrong-email");
      await deleteAccount(services, session.userId);
      await sessions.end(request);
      return {};
    },
  };
}
