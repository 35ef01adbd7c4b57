import type { BlockList } from "node:net";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import type { Logger } from "pino";
import type { FailureName } from "#contract/failures.ts";
import { providerKeys } from "#domain/provider.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { WentOn } from "./come-back.ts";
import type { Sessions } from "../../auth/sessions/sessions.ts";
import type { Session } from "../../endpoints/session.ts";
import { isDatabaseAway, AppError } from "../../app-error.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { RateLimits } from "../../limits/rate-limits.ts";

export interface LinkRoutesDeps {
  readonly comeBack: (provider: ProviderKey, query: URLSearchParams, session: Session) => Promise<WentOn>;
  readonly sessions: Pick<Sessions, "read">;
  readonly rateLimits: RateLimits;
  readonly trustedProxies: BlockList;
  readonly log: Logger;
}

/** Returns from vendors from one address in a minute. */
const PER_MINUTE = 30;
const SCREEN = "/dashboard/integrations";

/**
 * The addresses that vendors send people back to, each its own. A browser follows them, so every answer is an address: the
 * connection, the vendor's next page, or the screen with the name of what went wrong.
 */
export function linkRoutes(
  deps: LinkRoutesDeps,
): Hono<{ Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }> {
  const app = new Hono<{ Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }>();
  const find = async (provider: string, query: URLSearchParams, cookie: string | undefined): Promise<string> => {
    const key = providerKeys.find((key) => key === provider);
    if (!key) return SCREEN;
    const session = await deps.sessions.read(cookie);
    if (!session) return failed("connection-expired");
    const wentOn = await deps.comeBack(key, query, session);
    if (wentOn.to === "failure") return failed(wentOn.failure);
    if (wentOn.to === "vendor") return wentOn.url.href;
    return `${SCREEN}?${new URLSearchParams({ connection: wentOn.connectionId }).toString()}`;
  };
  app.get("/integrations/callback/:provider", async (c) => {
    const headers = new Headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const { incoming, outgoing } = c.env;
    try {
      const address = clientAddress(incoming, deps.trustedProxies);
      await deps.rateLimits.takeGeneral(address);
      await deps.rateLimits.take(`link|${address}`, PER_MINUTE, 60);
      headers.set(
        "location",
        await find(c.req.param("provider"), new URL(c.req.url).searchParams, incoming.headers.cookie),
      );
    } catch (error) {
      // Nothing of the address is logged: a vendor's code is in it.
      if (!(error instanceof AppError))
        deps.log.error({ err: error, requestId: outgoing.getHeader("x-request-id") }, "a return from a vendor failed");
      headers.set("location", failed(isDatabaseAway(error) ? "unavailable" : "connection-expired"));
    }
    return new Response(null, { status: 303, headers });
  });
  return app;
}

function failed(failure: FailureName): string {
  return `${SCREEN}?${new URLSearchParams({ failure }).toString()}`;
}
