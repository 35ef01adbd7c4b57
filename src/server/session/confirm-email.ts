import type { Accounts } from "../auth/accounts/accounts.ts";
import { isCommonPassword } from "../auth/common-passwords.ts";
import type { Cookies } from "../auth/cookies.ts";
import { findLink } from "../auth/one-time-links.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

interface Deps {
  readonly databases: Pick<Databases, "auth">;
  readonly accounts: Pick<Accounts, "confirm">;
  readonly sessions: Pick<Sessions, "open">;
  readonly cookies: Pick<Cookies, "read">;
  readonly now: () => Date;
}

/**
 * Confirms an address by its link, and signs in. Refuses `link-invalid`, `password-common`, and `password-needed` in another
 * browser than the one that signed up.
 */
export function confirmEmail({
  databases,
  accounts,
  sessions,
  cookies,
  now,
}: Deps): HandlersOf<"session">["confirmEmail"] {
  return async ({ input: { token, chosen: typed }, request }) => {
    // A password is hashed only where the link is good: hashing is dear.
    const email = (await findLink(databases.auth, "signup", token, now())) ?? fail("link-invalid");
    if (typed && (await isCommonPassword(typed.password, email))) fail("password-common");
    const chosen = typed && { ...typed, password: await hashPassword(typed.password) };
    const confirmed = await accounts.confirm({ token, browser: cookies.read(request.cookie, "sign-up"), chosen });
    if (confirmed === "password-needed") return fail("password-needed");
    if (confirmed === undefined) return fail("link-invalid");
    return await sessions.open(confirmed.userId, "confirmation", request);
  };
}
