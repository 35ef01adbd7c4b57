import type { Accounts } from "../auth/accounts/accounts.ts";
import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import { fail } from "../app-error.ts";
import { changePassword } from "./change-password.ts";
import { describeAccount } from "./describe-account.ts";
import { listSessions } from "./list-sessions.ts";
import { listSignIns } from "./list-sign-ins.ts";
import { deleteAccount, exportAccount } from "./own-account.ts";

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

export function ownAccountHandlers(deps: Deps): HandlersOf<"ownAccount"> {
  const { sessions } = deps;
  const { auth } = deps.databases;
  return {
    get: describeAccount(deps),

    rename: async ({ input, session: { userId } }) => {
      const names = { first_name: input.firstName, last_name: input.lastName };
      await auth.transaction().execute(async (tx) => {
        await tx.updateTable("auth.users").set(names).where("id", "=", userId).execute();
        await tx.updateTable("app.profiles").set(names).where("id", "=", userId).execute();
      });
      return {};
    },

    changePassword: changePassword(deps),

    sessions: listSessions(deps),

    endSession: async ({ input, session }) => {
      const ended = await auth
        .deleteFrom("auth.sessions")
        .where("id", "=", input.sessionId)
        .where("user_id", "=", session.userId)
        .returning("id")
        .executeTakeFirst();
      if (!ended) fail("not-found");
      return {};
    },

    endOtherSessions: async ({ session }) => ({ ended: await sessions.endAll(auth, session.userId, session.id) }),

    signIns: listSignIns(deps),

    export: ({ session }) => exportAccount(deps.databases, session.userId),

    delete: async ({ input, session, request }) => {
      if (input.email.trim().toLowerCase() !== session.email) fail("wrong-email");
      await deleteAccount(deps, session.userId);
      await sessions.end(request);
      return {};
    },
  };
}
