import type { Accounts } from "../auth/accounts/accounts.ts";
import type { Cookies } from "../auth/cookies.ts";
import type { LinkRequests } from "../auth/link-requests.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { HumanCheck } from "../human-check/human-check.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { fail } from "../app-error.ts";
import { requireHuman } from "./require-human.ts";
import { takeSignInTurn } from "./sign-in-limits.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly humanCheck: HumanCheck;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  readonly linkRequests: LinkRequests;
  readonly rateLimits: RateLimits;
}

/** Signs in with a password. Refuses `invalid-credentials` and `email-not-confirmed`, and slows guessing. */
export function signIn(deps: Deps): HandlersOf<"session">["signIn"] {
  const { accounts, sessions, cookies, linkRequests, rateLimits } = deps;
  return async ({ input, request }) => {
    const { email, password } = input;
    const human = await requireHuman(deps, input.verification, request);
    const device = (await sessions.isKnownDevice(email, request.cookie))
      ? cookies.read(request.cookie, "device")
      : undefined;
    await human.spend();
    const refund = await takeSignInTurn(rateLimits, { email, address: request.address, device });
    const found = await accounts.checkPassword(email, password);
    if (found === undefined) {
      await sessions.refused({ email }, "password", request);
      return fail("invalid-credentials");
    }
    await refund();
    if (found === "unconfirmed") {
      await linkRequests.ask({ purpose: "resend", email });
      return fail("email-not-confirmed");
    }
    return await sessions.open(found.userId, "password", request, { proof: found });
  };
}
