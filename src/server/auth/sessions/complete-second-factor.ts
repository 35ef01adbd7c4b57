import type { RequestMeta } from "../../endpoints/request.ts";
import type { Session } from "../../endpoints/session.ts";
import { onSignedIn, findPerson } from "../on-signed-in.ts";
import { newToken, sha256 } from "../tokens.ts";
import { handToken, mostSeconds } from "./session-deps.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { SignedIn } from "./signed-in.ts";

/** The second factor was brought: the session is whole, under a new token. */
export function completeSecondFactor(deps: SessionDeps) {
  const { db, limits, now } = deps;
  const arrive = onSignedIn(deps);
  return async (
    session: Session,
    request: RequestMeta,
    method: "second-factor" | "recovery-code" | "passkey",
  ): Promise<SignedIn> => {
    const token = newToken();
    const at = now();
    return await db.transaction().execute(async (tx) => {
      const passed = await tx
        .updateTable("auth.sessions")
        .set({
          token_sha256: sha256(token),
          awaits_second_factor: false,
          has_second_factor: true,
          authenticated_at: at,
          last_used_at: at,
          expires_at: new Date(at.getTime() + mostSeconds(limits) * 1_000),
        })
        .where("id", "=", session.id)
        .where("awaits_second_factor", "=", true)
        .returning("id")
        .executeTakeFirst();
      if (!passed) return { user: null, secondFactor: null };
      handToken(deps, request, token);
      await arrive(tx, session, request, method);
      return { user: await findPerson(tx, session.userId), secondFactor: null };
    });
  };
}
