import { openAccounts } from "../auth/accounts/accounts.ts";
import { openApiTokens } from "../auth/api-tokens.ts";
import { cookiesOf } from "../auth/cookies.ts";
import { openLinkRequests } from "../auth/link-requests.ts";
import { openSecondFactors } from "../auth/second-factors/second-factors.ts";
import { openSessions } from "../auth/sessions/sessions.ts";
import { openSignInMethods } from "../auth/sign-in-methods.ts";
import { visitorSessions } from "../demo/visitor-sessions.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Dependencies } from "./dependencies.ts";

type Around = Pick<
  Dependencies,
  "databases" | "keys" | "log" | "now" | "appUrl" | "sessionLimits" | "singleSignOn" | "publicProviders" | "visitor"
>;

interface Shared {
  readonly rateLimits: RateLimits;
  readonly outbox: Outbox;
}

/** Everything by which somebody, or a program, becomes known here. */
export function openSignIn(around: Around, { rateLimits, outbox }: Shared) {
  const { databases, keys, log, now, appUrl } = around;
  const { auth } = databases;
  const cookies = cookiesOf(appUrl);
  const secondFactors = openSecondFactors({ db: auth, keys, rateLimits, outbox, appUrl, now });
  const { visitor } = around;
  const opened = openSessions({
    db: auth,
    pool: databases.authPool,
    cookies,
    secondFactors,
    outbox,
    limits: around.sessionLimits,
    appUrl,
    now,
    log,
  });
  const sessions = visitor ? visitorSessions(opened, visitor) : opened;
  const accounts = openAccounts({ db: auth, outbox, appUrl, now });
  const signInMethods = openSignInMethods({
    db: auth,
    cookies,
    secondFactors,
    accounts,
    // A provider leads back to the application itself, where nobody knows a visitor.
    singleSignOn: visitor ? undefined : around.singleSignOn,
    publicProviders: visitor ? undefined : around.publicProviders,
    outbox,
    appUrl,
    now,
    log,
  });
  const apiTokens = openApiTokens({ pool: databases.authPool, rateLimits, now, log });
  const linkRequests = openLinkRequests({
    db: auth,
    outbox,
    rateLimits,
    appUrl,
    now,
  });
  return { cookies, secondFactors, sessions, accounts, signInMethods, apiTokens, linkRequests };
}
