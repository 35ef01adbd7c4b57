import { fail, AppError } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { RateLimits } from "../limits/rate-limits.ts";

interface Deps {
  readonly secondFactors: SecondFactors;
  readonly sessions: Sessions;
  readonly rateLimits: Pick<RateLimits, "take">;
}

/** Codes that one half-finished sign-in may try, in the ten minutes it waits at most. */
const TRIES = 5;
const TEN_MINUTES = 10 * 60;

export function secondFactorHandlers({ secondFactors, sessions, rateLimits }: Deps): HandlersOf<"secondFactor"> {
  /** Whoever tries more has to begin again with the first factor. */
  const takeTry = async (sessionId: string, request: RequestMeta) => {
    try {
      await rateLimits.take(`second-factor|${sessionId}`, TRIES, TEN_MINUTES);
    } catch (error) {
      if (error instanceof AppError) await sessions.end(request);
      throw error;
    }
  };
  return {
    verify: async ({ input, request }) => {
      const session = (await sessions.readAwaiting(request.cookie)) ?? fail("second-factor-expired");
      await takeTry(session.id, request);
      const known = await sessions.isKnownDevice(session.email, request.cookie);
      const method = await secondFactors.checkCode(session.userId, input.code, known ? "known-device" : "elsewhere");
      if (method === undefined) {
        await sessions.refused(session, "second-factor", request);
        return fail("wrong-code");
      }
      const signedIn = await sessions.completeSecondFactor(session, request, method);
      return signedIn.user ? signedIn : fail("second-factor-expired");
    },
    beginTotp: ({ session }) => secondFactors.beginTotp(session),
    confirmTotp: async ({ input, session, request }) => {
      const recoveryCodes = (await secondFactors.confirmTotp(session, input.code)) ?? fail("wrong-code");
      await sessions.renew(session, request, { hasSecondFactor: true });
      return { recoveryCodes };
    },
    removeTotp: async ({ session, request }) => {
      const another = await secondFactors.removeTotp(session);
      if (!another) await sessions.renew(session, request, { hasSecondFactor: false });
      return {};
    },
    renewRecoveryCodes: async ({ session }) => ({ recoveryCodes: await secondFactors.renewRecoveryCodes(session) }),
  };
}
