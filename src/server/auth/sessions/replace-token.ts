import type { RequestMeta } from "../../endpoints/request.ts";
import type { Session } from "../../endpoints/session.ts";
import { newToken, sha256 } from "../tokens.ts";
import { handToken } from "./session-deps.ts";
import type { SessionDeps } from "./session-deps.ts";

/** A new token after the person's rights changed. What is under way with the old one may still finish. */
export function replaceToken(deps: SessionDeps) {
  const { db, cookies } = deps;
  return async (session: Session, request: RequestMeta): Promise<void> => {
    const token = newToken();
    const old = sha256(cookies.read(request.cookie, "session") ?? "");
    const replaced = await db
      .updateTable("auth.sessions")
      .set({
        token_sha256: sha256(token),
        previous_sha256: old,
        // Until the new token is first used: an answer may be lost on its way.
        previous_until: session.expiresAt,
        renew: false,
      })
      .where("id", "=", session.id)
      .where("token_sha256", "=", old)
      .returning("id")
      .executeTakeFirst();
    if (replaced) handToken(deps, request, token);
  };
}
