import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Session } from "../auth/sessions.ts";
import type { Databases } from "../db/connections.ts";
import type { Handlers } from "../features/handlers.ts";
import { jsonApi } from "./api.ts";
import { sendError, sendFailure } from "./failure-response.ts";
import { matchEndpoint, refusedWrite } from "./gate.ts";
import { networkOf } from "./network-of.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Arrival } from "./run-endpoint.ts";
import { securityHeaders } from "./security-headers.ts";
import { ClientLeft, streamApi } from "./streams.ts";

interface Deps {
  readonly appUrl: string;
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly readSession: (cookie: string | undefined) => Promise<Session | undefined>;
  readonly rateLimits: RateLimits;
  /** Everything outside /api/v1: pages, health, documentation. */
  readonly pages: Hono;
  readonly log: Logger;
}

/** The one listener: API requests pass the gate and go to their endpoint, all others to the pages. */
export function createHttpServer(deps: Deps): Server {
  const json = jsonApi(deps);
  const stream = streamApi(deps);
  const pages = getRequestListener(deps.pages.fetch, { overrideGlobalObjects: false });
  const headers = Object.entries(securityHeaders(deps.appUrl));
  const appOrigin = new URL(deps.appUrl).origin;

  const answerApi = async (request: IncomingMessage, response: ServerResponse, pathname: string, requestId: string) => {
    response.setHeader("cache-control", "no-store");
    const match = matchEndpoint(request.method ?? "GET", pathname);
    if (!("endpoint" in match)) {
      return match.allow.length > 0
        ? sendFailure(response, "method-not-allowed", { allow: match.allow })
        : sendFailure(response, "not-found");
    }
    const { endpoint, parameters } = match;
    const refused = refusedWrite(request, appOrigin, endpoint.kind);
    if (refused) return sendFailure(response, refused);
    const arrival = await arrive(request, response, requestId);
    const network = networkOf(arrival.request.address);
    await deps.rateLimits.takeGeneral(network);
    if (endpoint.perMinute !== undefined)
      await deps.rateLimits.take(`${endpoint.name}|${network}`, endpoint.perMinute, 60);
    if (endpoint.kind === "upload" || endpoint.kind === "download" || endpoint.kind === "events") {
      await stream(endpoint, parameters, request, response, arrival);
    } else if (!(await json.handle(request, response, arrival))) {
      sendFailure(response, "not-found");
    }
  };

  const arrive = async (request: IncomingMessage, response: ServerResponse, id: string): Promise<Arrival> => {
    const ended = new AbortController();
    response.once("close", () => ended.abort());
    const { cookie } = request.headers;
    return {
      session: await deps.readSession(cookie),
      request: {
        id,
        cookie,
        address: request.socket.remoteAddress ?? "",
        userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
        setHeader: (name, value) => void response.setHeader(name, value),
        signal: ended.signal,
      },
    };
  };

  const server = createServer((request, response) => {
    const requestId = randomUUID();
    response.setHeader("x-request-id", requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    const pathname = (request.url ?? "/").split("?", 1)[0]!;
    if (!pathname.startsWith("/api/v1/")) return void pages(request, response);
    const started = performance.now();
    response.once("finish", () =>
      deps.log.debug(
        {
          requestId,
          method: request.method,
          path: pathname,
          status: response.statusCode,
          ms: Math.round(performance.now() - started),
        },
        "answered",
      ),
    );
    answerApi(request, response, pathname, requestId).catch((error: unknown) => {
      if (error instanceof ClientLeft) return response.destroy();
      sendError(response, error, requestId, deps.log);
    });
  });
  // Slow headers hold a socket, nothing more; a large upload over a slow line may take its time.
  server.headersTimeout = 15_000;
  server.requestTimeout = 10 * 60_000;
  return server;
}
