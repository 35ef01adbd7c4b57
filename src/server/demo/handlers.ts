import { demoAccounts } from "./accounts.ts";
import { clientNetwork } from "../http/client-network.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Demo } from "./demo.ts";
import type { RateLimits } from "../limits/rate-limits.ts";

interface Deps {
  readonly demo: Demo | undefined;
  readonly rateLimits: Pick<RateLimits, "take">;
}

/** Visits that one address may open in an hour: each is a database of its own. */
const VISITS = 60;
const HOUR = 60 * 60;

export function demoHandlers({ demo, rateLimits }: Deps): HandlersOf<"demo"> {
  return {
    accounts: async () => {
      if (!demo) return fail("not-found");
      return demoAccounts.map(({ kind, email, password }) => ({ kind, email, password }));
    },
    enter: async ({ input, request }) => {
      if (!demo) return fail("not-found");
      const isOurs = demoAccounts.some((account) => account.email === input.email.toLowerCase());
      if (isOurs) await rateLimits.take(`demo|${request.address}`, VISITS, HOUR);
      const { endsAt, setCookie } = await demo.enter(
        input.email,
        input.password,
        request.cookie,
        clientNetwork(request.address),
      );
      request.setCookie(setCookie);
      return { email: input.email, endsAt: endsAt.toISOString() };
    },
  };
}
