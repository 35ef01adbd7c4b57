import type { Accounts } from "../auth/accounts/accounts.ts";
import { isCommonPassword } from "../auth/common-passwords.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { fail } from "../app-error.ts";

interface Deps {
  readonly accounts: Pick<Accounts, "changePassword" | "checkOwnPassword">;
  readonly sessions: Pick<Sessions, "renew">;
  readonly rateLimits: Pick<RateLimits, "refund" | "take">;
  readonly now: () => Date;
}

const QUARTER_HOUR = 15 * 60;
const TRIES = 10;
/** What somebody without a password must have done lately before they may set the first one. */
const RECENT_MS = 15 * 60_000;

/**
 * Sets a password; sessions in other browsers end. Refuses `wrong-password`, `password-common`, and `confirm-identity` for a
 * first one that is not set soon after signing in.
 */
export function changePassword({
  accounts,
  sessions,
  rateLimits,
  now,
}: Deps): HandlersOf<"ownAccount">["changePassword"] {
  return async ({ input, session, request }) => {
    const key = `password|${session.userId}|${session.id}`;
    await rateLimits.take(key, TRIES, QUARTER_HOUR);
    const right = await accounts.checkOwnPassword(session.userId, input.currentPassword ?? "");
    if (right === false) fail("wrong-password");
    if (right === undefined && now().getTime() - session.authenticatedAt.getTime() > RECENT_MS)
      fail("confirm-identity");
    await rateLimits.refund(key, QUARTER_HOUR);
    if (await isCommonPassword(input.password, session.email)) fail("password-common");
    await accounts.changePassword(session.userId, session.id, input.password);
    await sessions.renew(session, request);
    return {};
  };
}
