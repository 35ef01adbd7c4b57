import type { Accounts } from "../auth/accounts/accounts.ts";
import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { fail } from "../app-error.ts";

interface Deps {
  readonly accounts: Pick<Accounts, "checkOwnPassword">;
  readonly sessions: Pick<Sessions, "renew">;
  readonly secondFactors: Pick<SecondFactors, "checkCode">;
  readonly rateLimits: Pick<RateLimits, "refund" | "take">;
}

const QUARTER_HOUR = 15 * 60;
/** Wrong passwords and codes when somebody signed in shows again who they are. */
const CONFIRMATIONS = 10;

/** Somebody who is signed in shows again who they are. Refuses `wrong-password` and `wrong-code`. */
export function confirmIdentity({
  accounts,
  sessions,
  secondFactors,
  rateLimits,
}: Deps): HandlersOf<"session">["confirmIdentity"] {
  return async ({ input, session, request }) => {
    const key = `confirm|${session.userId}|${session.id}`;
    await rateLimits.take(key, CONFIRMATIONS, QUARTER_HOUR);
    if ("password" in input) {
      if (!(await accounts.checkOwnPassword(session.userId, input.password))) fail("wrong-password");
    } else if ((await secondFactors.checkCode(session.userId, input.code)) === undefined) fail("wrong-code");
    await rateLimits.refund(key, QUARTER_HOUR);
    await sessions.renew(session, request);
    return {};
  };
}
