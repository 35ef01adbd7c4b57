import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import type { ApiTokens } from "../auth/api-tokens.ts";
import { cookiesOf } from "../auth/cookies.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { Handlers } from "../endpoints/handler.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Tracing } from "../tracing.ts";
import { limitUnreadTime } from "./answer-deadline.ts";
import { serveEndpoints } from "./api.ts";
import { limitBodyTime } from "./body-deadline.ts";
import { connectionLimits, limitConnections } from "./connection-limits.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import { accessLine } from "./access-line.ts";
import type { CountsAnswers } from "./access-line.ts";
import { sendError, sendFailure } from "./failure-response.ts";
import { bearerOf, matchEndpoint, refusedWrite } from "./gate.ts";
import type { Match } from "./gate.ts";
import { factsOf } from "./request-meta.ts";
import type { RequestContext } from "./run-endpoint.ts";
import { partHeaders, securityHeaders } from "./security-headers.ts";
import { servedHosts } from "./served-hosts.ts";
import { ClientLeft } from "./streams.ts";
import type { DemoSessions } from "./demo-sessions.ts";
import { traceRequest } from "./trace-request.ts";
import { warnings } from "./warnings.ts";

interface Deps {
  /** Aborted when the process has been told to stop: it still answers, and no connection is kept for a further request. */
  readonly draining: AbortSignal;
  /** Aborted when the process stops: streams that would never end by themselves end then. */
  readonly closing: AbortSignal;
  readonly appUrl: string;
  /** A worker answers only whether it lives. */
  readonly isWorker: boolean;
  /** Proxies whose word about the client's address is taken. */
  readonly trustedProxies: BlockList;
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly sessions: Pick<Sessions, "read" | "replaceToken">;
  readonly apiTokens: ApiTokens;
  readonly now: () => Date;
  readonly rateLimits: RateLimits;
  /** Where there are demo visits, whose requests never reach what is real. */
  readonly demoSessions: DemoSessions | undefined;
  /** Everything outside /api/v1: pages, health, documentation. */
  readonly pages: Hono;
  readonly log: Logger;
  /** Told of each answer, where somebody asks for metrics. */
  readonly metrics?: CountsAnswers | undefined;
  /** Told how each request went, where somebody reads traces. */
  readonly tracing?: Tracing | undefined;
  /** Those of `connectionLimits` unless told. */
  readonly connections?: ConnectionLimits | undefined;
}

/** The one listener: API requests pass the gate and go to their endpoint, all others to the pages. */
export function createHttpServer(deps: Deps): Server {
  const serve = serveEndpoints(deps);
  const pages = getRequestListener(deps.pages.fetch, {
    overrideGlobalObjects: false,
    // Only probes come without a host: HTTP/1.0 knows none.
    hostname: new URL(deps.appUrl).host,
  });
  const headers = {
    document: Object.entries(securityHeaders(deps.appUrl)),
    file: Object.entries(partHeaders(deps.appUrl, "file")),
    data: Object.entries(partHeaders(deps.appUrl, "data")),
  };
  const appOrigin = new URL(deps.appUrl).origin;
  const knowing = { ...deps, sessionCookie: cookiesOf(deps.appUrl).name("session") };

  const serves = servedHosts(deps.appUrl);
  const warn = warnings(deps);

  const answerApi = async (
    match: Match,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> => {
    response.setHeader("cache-control", "no-store");
    if (!("endpoint" in match)) {
      return match.allow.length > 0
        ? sendFailure(response, "method-not-allowed", { allow: match.allow })
        : sendFailure(response, "not-found");
    }
    const { endpoint, parameters } = match;
    const refused = refusedWrite(request, appOrigin, endpoint.kind);
    if (refused) return sendFailure(response, refused);
    warn.ofProxy(request);
    const facts = factsOf(knowing, request, response, requestId);
    const { address } = facts;
    const bearer = bearerOf(request);
    if (
      bearer === undefined &&
      deps.demoSessions &&
      (await deps.demoSessions.serve(endpoint, parameters, request, response, facts))
    )
      return;
    await deps.rateLimits.takeGeneral(address);
    const session = await (bearer === undefined
      ? deps.sessions.read(facts.cookie)
      : deps.apiTokens.open(bearer, endpoint));
    if (session?.mustRotate) await deps.sessions.replaceToken(session, facts);
    const arrival: RequestContext = { session, request: facts };
    if (endpoint.perMinute !== undefined)
      await deps.rateLimits.take(`${endpoint.name}|${address}`, endpoint.perMinute, 60);
    await serve(endpoint, parameters, request, response, arrival);
  };

  const server = createServer((request, response) => {
    const requestId = randomUUID();
    const pathname = (request.url ?? "/").split("?", 1)[0]!;
    const isApi = pathname.startsWith("/api/v1/");
    const isFile = filePath.test(pathname);
    // A connection that is kept alive would keep the process.
    if (deps.draining.aborted) response.setHeader("connection", "close");
    // Nobody asks about a file by its number, and each header of a part is sent as often as there are parts.
    if (!isFile) response.setHeader("x-request-id", requestId);
    // What is said of a time in the answer is measured by it.
    response.setHeader("date", deps.now().toUTCString());
    for (const [name, value] of headers[isApi ? "data" : isFile ? "file" : "document"]) response.setHeader(name, value);
    const match = isApi ? matchEndpoint(request.method ?? "GET", pathname) : undefined;
    accessLine(deps, request, response, { requestId, pathname, match });
    const isUpload =
      match !== undefined &&
      "endpoint" in match &&
      (match.endpoint.kind === "upload" || match.endpoint.kind === "batch");
    limitBodyTime(request, response, { isUpload });
    limitUnreadTime(response);
    // Probes come by address; what they are told is no secret.
    if (!isHealthCheck(pathname) && !(pathname.startsWith("/") && serves(request.headers.host))) {
      warn.ofHost(request.headers.host);
      return sendFailure(response, "wrong-host");
    }
    if (deps.isWorker && !isHealthCheck(pathname)) return sendFailure(response, "not-found");
    const inside = traceRequest(isHealthCheck(pathname) ? undefined : deps.tracing, request, response, match);
    if (match === undefined) return void inside(() => pages(request, response));
    inside(() => answerApi(match, request, response, requestId)).catch((error: unknown) => {
      if (error instanceof ClientLeft) return response.destroy();
      sendError(response, error, requestId, deps.log);
    });
  });
  // Slow headers hold a socket, nothing more; a large upload over a slow line may take its time. Other bodies: limitBodyTime.
  server.headersTimeout = 15_000;
  server.requestTimeout = 10 * 60_000;
  server.keepAliveTimeout = deps.trustedProxies.rules.length > 0 ? IDLE_BEHIND_PROXY_MS : IDLE_MS;
  limitConnections(server, deps.connections ?? connectionLimits, deps.trustedProxies, (refused) =>
    deps.log.warn({ refused }, "connections were refused: too many are open, from one address or in all"),
  );
  return server;
}

/** How long a connection on which nothing is asked stays open: as long as somebody reads a page. */
const IDLE_MS = 30_000;
/**
 * Longer than what most proxies keep one open for, a minute: of two that close, the proxy must be the first. A request that it sends
 * on a connection which we are closing is a 502 that nobody can explain.
 */
const IDLE_BEHIND_PROXY_MS = 75_000;

/** Where the files lie that pages load. An address without one answers with a page, which brings its own headers. */
const filePath = /^\/(assets\/[^/]+|[\w-]+\.(css|js|png|svg|webmanifest))$/;

const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
const isHealthCheck = (pathname: string) => probes.has(pathname);
