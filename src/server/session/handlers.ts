import type { Accounts } from "../auth/accounts/accounts.ts";
import type { Cookies } from "../auth/cookies.ts";
import type { LinkRequests } from "../auth/link-requests.ts";
import { findLink } from "../auth/one-time-links.ts";
import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { Demo } from "../demo/demo.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { HumanCheck } from "../human-check/human-check.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { fail } from "../app-error.ts";
import { findSignUpInvitation } from "../users/sign-up-invitations.ts";
import { confirmEmail } from "./confirm-email.ts";
import { confirmIdentity } from "./confirm-identity.ts";
import { currentSession } from "./current-session.ts";
import { resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

interface Deps {
  readonly databases: Databases;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly linkRequests: LinkRequests;
  readonly cookies: Cookies;
  readonly humanCheck: HumanCheck;
  readonly rateLimits: RateLimits;
  readonly demo: Pick<Demo, "leave"> | undefined;
  readonly demoEndsAt: Date | undefined;
  readonly mailbox: boolean;
  readonly now: () => Date;
}

export function sessionHandlers(deps: Deps): HandlersOf<"session"> {
  const { accounts, sessions, linkRequests, databases, now } = deps;
  const { auth } = databases;

  return {
    current: currentSession(deps),

    signUp: signUp(deps),

    resendConfirmation: async ({ input: { email } }) => {
      await linkRequests.ask({ purpose: "resend", email });
      return { email };
    },

    checkConfirmation: async ({ input }) => {
      const email = await findLink(auth, "signup", input.token, now());
      return { email: email ?? fail("link-invalid") };
    },

    confirmEmail: confirmEmail(deps),

    signIn: signIn(deps),

    sendMagicLink: async ({ input: { email } }) => {
      await linkRequests.ask({ purpose: "magiclink", email });
      return { email };
    },

    useMagicLink: async ({ input, request }) => {
      const used = await accounts.useMagicLink(input.token);
      if (used === undefined) return fail("link-invalid");
      return await sessions.open(used.userId, "magic-link", request, { proof: used });
    },

    checkInvitation: async ({ input }) => {
      const email = await findSignUpInvitation(auth, input.token, now());
      return { email: email ?? fail("link-invalid") };
    },

    sendReset: async ({ input: { email } }) => {
      await linkRequests.ask({ purpose: "recovery", email });
      return { email };
    },

    checkReset: async ({ input }) => {
      const email = await findLink(auth, "recovery", input.token, now());
      return { email: email ?? fail("link-invalid") };
    },

    resetPassword: resetPassword(deps),

    confirmIdentity: confirmIdentity(deps),

    // Whoever reads a session has used it; there is nothing else to be done.
    refresh: async ({ session }) => ({ expiresAt: session.expiresAt.toISOString() }),

    signOut: async ({ request }) => {
      // Whoever leaves the demo may be signed in beside it.
      const left = await deps.demo?.leave(request.cookie);
      if (left === undefined) await sessions.end(request);
      else request.setCookie(left);
      request.setHeader("clear-site-data", '"cache"');
      return {};
    },
  };
}
