import { callFunction } from "../db/functions.ts";
import { sha256 } from "../auth/tokens.ts";
import type { Databases } from "../db/connections.ts";
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
    const [found] = await callFunction(databases.user, "app.find_invitation", [sha256(token)]);
    const row = found ?? fail("invitation-invalid");
    const open = row.status === "pending" && row.expires_at > now();
    const ended = row.status === "declined" ? "declined" : "ended";
    const { inviter, role, email } = row;
    return { company: row.company_name, inviter, role, email, audit: auditOf(row), state: open ? "open" : ended };
  };
}
