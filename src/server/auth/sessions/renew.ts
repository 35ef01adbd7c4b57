import type { RequestMeta } from "../../endpoints/request.ts";
import type { Session } from "../../endpoints/session.ts";
import { newToken, sha256 } from "../tokens.ts";
import { handToken } from "./session-deps.ts";
import type { SessionDeps } from "./session-deps.ts";

/** A new token at once; the one before opens nothing any more. The person has just shown who they are. */
export function renewSession(deps: SessionDeps) {
  const { db, now } = deps;
  return async (
    session: Session,
    request: RequestMeta,
    { hasSecondFactor = session.hasSecondFactor }: { hasSecondFactor?: boolean } = {},
  ): Promise<void> => {
    const token = newToken();
    await db
      .updateTable("auth.sessions")
      .set({
        token_sha256: sha256(token),
        previous_sha256: null,
        previous_until: null,
        renew: false,
        has_second_factor: hasSecondFactor,
        authenticated_at: now(),
      })
      .where("id", "=", session.id)
      .execute();
    handToken(deps, request, token);
  };
}
