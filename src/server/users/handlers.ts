import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Session } from "../endpoints/session.ts";
import { noteAct } from "../platform/acts.ts";
import { openSignUpInvitations } from "./sign-up-invitations.ts";
import type { PlatformRole } from "./sign-up-invitations.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Accounts } from "../auth/accounts/accounts.ts";
import type { Databases } from "../db/connections.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly accounts: Pick<Accounts, "findByEmail">;
  readonly databases: Pick<Databases, "auth">;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

const PAGE = 50;
const ACTS = 50;
/** How long ago somebody may have shown who they are to make another person a platform admin. */
const RECENT_MS = 15 * 60_000;

/** Accounts and their bounds, for platform admins. What they change stands in the record of their acts. */
export function userHandlers({ accounts, databases, outbox, appUrl, now }: Deps): HandlersOf<"users"> {
  const invitations = openSignUpInvitations({ outbox, appUrl, now });
  const confirmAdmin = (role: PlatformRole, session: Session) => {
    if (role === "admin" && now().getTime() - session.authenticatedAt.getTime() > RECENT_MS) fail("confirm-identity");
  };
  const setDisabled = async (tx: Tx, userId: string, disabled: boolean) => {
    settle(await callFunction(tx, "app.set_disabled", [userId, disabled, now()]));
    return {};
  };

  return {
    list: async ({ input, tx }) => {
      const rows = await callFunction(tx, "app.list_users", [input.search.trim(), input.after, PAGE + 1]);
      const page = rows.slice(0, PAGE);
      return { users: page.map(present), next: rows.length > PAGE ? page.at(-1)!.email : null };
    },
    setRole: async ({ input, session, tx }) => {
      confirmAdmin(input.role, session);
      settle(await callFunction(tx, "app.set_platform_role", [input.userId, input.role]));
      return {};
    },
    disable: ({ input, tx }) => setDisabled(tx, input.userId, true),
    enable: ({ input, tx }) => setDisabled(tx, input.userId, false),
    endSessions: async ({ input, tx }) => {
      return { ended: (await callFunction(tx, "app.end_sessions", [input.userId])) ?? fail("not-found") };
    },
    invitations: ({ tx }) => invitations.list(tx),
    invite: async ({ input, session, tx }) => {
      confirmAdmin(input.role, session);
      if ((await accounts.findByEmail(databases.auth, input.email)) !== undefined) fail("account-exists");
      const made = await invitations.invite(tx, { ...input, invitedBy: session.userId });
      await noteAct(tx, "invitation.sent", made.email, { role: made.role });
      return made;
    },
    resendInvitation: async ({ input, tx }) => {
      const sent = (await invitations.resend(tx, { id: input.invitationId })) ?? fail("not-found");
      await noteAct(tx, "invitation.sentAgain", sent.email, { role: sent.role });
      return sent;
    },
    cancelInvitation: async ({ input, tx }) => {
      const email = (await invitations.cancel(tx, input.invitationId)) ?? fail("not-found");
      await noteAct(tx, "invitation.cancelled", email);
      return {};
    },
    acts: async ({ tx }) => {
      const rows = await tx
        .selectFrom("app.operator_acts")
        .select(["id", "at", "actor", "act", "subject", "details"])
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(ACTS)
        .execute();
      return rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        details: row.details as Record<string, unknown>,
      }));
    },
  };
}

function present(row: RowOf<"app.list_users">) {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.platform_role,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    hasSecondFactor: row.has_second_factor,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    companies: row.companies,
  };
}

/** What a door said about an account, as a refusal where it is one. */
function settle(outcome: string): void {
  if (outcome === "unknown") fail("not-found");
  if (outcome === "last-admin") fail("last-admin");
}
