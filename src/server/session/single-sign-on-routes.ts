import type { BlockList } from "node:net";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Logger } from "pino";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import type { ConnectedProviders } from "../auth/connected-providers.ts";
import type { Identities } from "../auth/identities.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Begun, SingleSignOn } from "../auth/single-sign-on.ts";
import { callbackPath, staffStartPath, startPath } from "../auth/single-sign-on.ts";
import type { Demo } from "../demo/demo.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { isDatabaseAway, AppError, fail } from "../app-error.ts";
import { clientAddress } from "../http/client-address.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { StaffByProvider } from "../staff/by-provider.ts";

export interface SingleSignOnDeps {
  readonly providers: readonly SingleSignOn[];
  readonly identities: Identities;
  readonly connectedProviders: ConnectedProviders;
  readonly sessions: Sessions;
  readonly rateLimits: RateLimits;
  readonly trustedProxies: BlockList;
  /** Whoever signs in for real leaves the demo. */
  readonly demo: Pick<Demo, "leave"> | undefined;
  readonly staff: StaffByProvider;
  readonly log: Logger;
}

interface Socket {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}
type Ask = Context<{ Bindings: Socket }>;

/** Beginnings and returns from one address in a minute; each asks the provider something. */
const PER_MINUTE = 30;

/**
 * Three addresses of each provider that is set. They are followed by a browser, so every answer is an address: the workspace, the
 * profile where a provider was being connected, the page of somebody of the staff, or /login with a sentence of ours.
 */
export function singleSignOnRoutes(deps: SingleSignOnDeps): Hono<{ Bindings: Socket }> {
  const { providers, identities, sessions, rateLimits } = deps;
  const app = new Hono<{ Bindings: Socket }>();
  const route = (path: string, find: (request: RequestMeta, query: URLSearchParams) => Promise<string>) =>
    app.get(path, async (c) => {
      const headers = new Headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
      const request = factsOf(c, deps.trustedProxies, headers);
      try {
        await rateLimits.takeGeneral(request.address);
        await rateLimits.take(`single-sign-on|${request.address}`, PER_MINUTE, 60);
        headers.set("location", await find(request, new URL(c.req.url).searchParams));
      } catch (error) {
        headers.set("location", loginWith(error, request, deps.log));
      }
      return new Response(null, { status: 303, headers });
    });
  for (const provider of providers) {
    route(startPath(provider.key), async (request) => (await provider.start(request)).href);
    route(staffStartPath(provider.key), (request) =>
      orProblem(deps, request, async () => (await provider.start(request, { staff: "yes" })).href),
    );
    route(callbackPath(provider.key), async (request, query) => {
      const begun = await provider.takeBegun(request);
      if (begun["staff"] !== undefined)
        return await orProblem(deps, request, async () => {
          const { identity } = await provider.finish(begun, query);
          return await deps.staff.open(identity, provider, request);
        });
      if (begun["session"] !== undefined) return await connect(deps, provider, begun, query, request);
      const { identity, hasSecondFactor } = await provider.finish(begun, query);
      const userId = await identities.findOrLink(identity, provider);
      const { user } = await sessions.open(userId, provider.key, request, { hasSecondFactor });
      const left = await deps.demo?.leave(request.cookie);
      if (left !== undefined) request.setCookie(left);
      return user ? "/dashboard" : "/login#second-factor";
    });
  }
  return app;
}

const PROFILE = "/dashboard/settings?tab=profile";

/** Connects the provider to the account of the session that began; the profile says what came of it. */
async function connect(
  { sessions, connectedProviders, log }: SingleSignOnDeps,
  provider: SingleSignOn,
  begun: Begun,
  query: URLSearchParams,
  request: RequestMeta,
): Promise<string> {
  const session = await sessions.read(request.cookie);
  if (!session || session.id !== begun["session"]) return fail("single-sign-on-failed");
  try {
    const { identity } = await provider.finish(begun, query);
    await connectedProviders.connect(identity, provider, session);
    return `${PROFILE}#connected=${provider.key}`;
  } catch (error) {
    return `${PROFILE}#not-connected=${failureOf(error, request, log)}`;
  }
}

/** Where staff are shown what went wrong. */
async function orProblem(
  { log }: SingleSignOnDeps,
  request: RequestMeta,
  find: () => Promise<string>,
): Promise<string> {
  try {
    return await find();
  } catch (error) {
    return `/me?problem=${failureOf(error, request, log)}`;
  }
}

/** The address at which /login shows what went wrong, in words from the catalogue. */
function loginWith(error: unknown, request: RequestMeta, log: Logger): string {
  const { message } = failures[failureOf(error, request, log)];
  return `/login#${new URLSearchParams({ error: "access_denied", error_description: message }).toString()}`;
}

/** What the catalogue calls it; what it does not know goes to the log. */
function failureOf(error: unknown, request: RequestMeta, log: Logger): FailureName {
  if (error instanceof AppError) return error.failure;
  log.error({ err: error, requestId: request.id }, "single sign-on failed");
  return isDatabaseAway(error) ? "unavailable" : "single-sign-on-failed";
}

function factsOf(c: Ask, trustedProxies: BlockList, headers: Headers): RequestMeta {
  const { incoming, outgoing } = c.env;
  return {
    id: String(outgoing.getHeader("x-request-id") ?? ""),
    address: clientAddress(incoming, trustedProxies),
    userAgent: (incoming.headers["user-agent"] ?? "").replace(/\p{Cc}/gu, " ").slice(0, 300),
    cookie: incoming.headers.cookie,
    setHeader: (name, value) => headers.set(name, value),
    setCookie: (cookie) => headers.append("set-cookie", cookie),
    signal: c.req.raw.signal,
  };
}
