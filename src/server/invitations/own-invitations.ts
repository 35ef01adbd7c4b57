import { callFunction } from "../db/functions.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly now: () => Date;
}

/** Open invitations to the address of whoever asks. */
export function ownInvitations({ databases, now }: Deps): HandlersOf<"invitations">["mine"] {
  return ({ session: { userId } }) =>
    asCaller(databases.user, { userId }, async (tx) => {
      const rows = await callFunction(tx, "app.my_invitations", [now()]);
      return rows.map(({ id, company_name: company, inviter, role, expires_at: end }) => ({
        id,
        company,
        inviter,
        role,
        expiresAt: end.toISOString(),
      }));
    });
}
