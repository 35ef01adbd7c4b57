import { sql } from "kysely";
import type { RequestMeta } from "../../endpoints/request.ts";
import type { SignInMethod } from "../../endpoints/session.ts";
import type { SessionDeps } from "./session-deps.ts";

/**
 * Somebody tried and was refused; the person sees it in their history. Of an unknown address a row is written, too, for as
 * long a time.
 */
export function recordRefusal({ db, now }: SessionDeps) {
  return async (
    who: { userId: string } | { email: string },
    method: SignInMethod | "second-factor" | "recovery-code",
    request: RequestMeta,
  ): Promise<void> => {
    const found = "userId" in who ? sql`id = ${who.userId}` : sql`email = ${who.email.toLowerCase()}`;
    await sql`INSERT INTO auth.sign_ins (user_id, at, method, outcome, address, user_agent)
      VALUES ((SELECT id FROM auth.users WHERE ${found}), ${now()}, ${method}, 'refused', ${request.address}, ${request.userAgent})`.execute(
      db,
    );
  };
}
