import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import { sha256 } from "../auth/tokens.ts";
import type { Databases } from "../db/connections.ts";
import type { DB } from "../db/types.gen.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { auditOf } from "./invitation-list.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly now: () => Date;
}

/** What a link invites to, for whoever has it. Refuses `invitation-invalid`. */
export function lookUpInvitation({ databases, now }: Deps): HandlersOf<"invitations">["preview"] {
  return async ({ input: { token } }) => {
    const { row, state } = await findInvitation(databases.user, token, now());
    const { inviter, role, email } = row;
    const [newcomer] = await callFunction(databases.user, "app.invited_newcomer", [sha256(token), now()]);
    return {
      company: row.company_name,
      inviter,
      role,
      email,
      audit: auditOf(row),
      state,
      joins: newcomer !== undefined,
    };
  };
}

/** The invitation of a link, and whether it can be answered. Refuses `invitation-invalid`. */
export async function findInvitation(db: Kysely<DB>, token: string, now: Date) {
  const [found] = await callFunction(db, "app.find_invitation", [sha256(token)]);
  const row = found ?? fail("invitation-invalid");
  const open = row.status === "pending" && row.expires_at > now;
  const ended = row.status === "declined" ? ("declined" as const) : ("ended" as const);
  return { row, state: open ? ("open" as const) : ended };
}
