import { callFunction } from "../db/functions.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { hashOf, idOf, refuseOutcome } from "./answered.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly sessions: Pick<Sessions, "read">;
  readonly now: () => Date;
}

/** Declines an invitation: by its link nobody needs to sign in. */
export function declineInvitation({ databases, sessions, now }: Deps): HandlersOf<"invitations">["decline"] {
  return async ({ input, request }) => {
    const session = await sessions.read(request.cookie);
    return await asCaller(databases.user, { userId: session?.userId ?? "" }, async (tx) => {
      const outcome = await callFunction(tx, "app.decline_invitation", [hashOf(input), idOf(input), now()]);
      if (outcome !== "declined") return refuseOutcome(outcome ?? undefined);
      return {};
    });
  };
}
