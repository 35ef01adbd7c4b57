import type { IncomingMessage, ServerResponse } from "node:http";
import { onError, ORPCError } from "@orpc/client";
import { OpenAPIHandler } from "@orpc/openapi/node";
import { implement } from "@orpc/server";
import { BodyLimitPlugin } from "@orpc/server/node";
import type { Logger } from "pino";
import { failures } from "#contract/failures.ts";
import { endpoints, procedures } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import type { Databases } from "../db/connections.ts";
import type { Handlers, RequestFacts } from "../features/handlers.ts";
import { isDatabaseAway, Refusal } from "../refusal.ts";
import { runInTransaction } from "./run-endpoint.ts";
import type { Arrival } from "./run-endpoint.ts";

const MAX_JSON_BYTES = 1024 * 1024;

interface Deps {
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly log: Logger;
}

// The contract's types were spent on the handlers; here endpoints are only names and functions.
type AnyHandler = (ask: unknown) => Promise<unknown>;
interface AnyProcedure {
  handler(run: (call: { input: unknown; context: Arrival }) => Promise<unknown>): unknown;
}

/** The handler of one endpoint, found by its name. */
export function handlerOf(handlers: Handlers, endpoint: NamedEndpoint): AnyHandler {
  const [noun, verb] = endpoint.name.split(".") as [keyof Handlers, string];
  return (handlers[noun] as unknown as Record<string, AnyHandler>)[verb]!;
}

/** Serves every endpoint that speaks JSON. Streams have a room of their own, since oRPC would hold them in memory. */
export function jsonApi({ databases, handlers, log }: Deps) {
  const os = implement(procedures as never) as unknown as Record<string, Record<string, AnyProcedure>>;
  const router: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    if (endpoint.kind === "upload" || endpoint.kind === "download" || endpoint.kind === "events") continue;
    const [noun, verb] = endpoint.name.split(".") as [string, string];
    const handler = handlerOf(handlers, endpoint);
    router[noun] ??= {};
    router[noun][verb] = os[noun]![verb]!.handler(async ({ input, context }) =>
      endpoint.kind === "account"
        ? await handler({ input, request: context.request })
        : await runInTransaction(databases, endpoint, handler, input as Record<string, unknown>, context),
    );
  }
  const handler = new OpenAPIHandler<Arrival>(router as never, {
    plugins: [new BodyLimitPlugin({ maxBodySize: MAX_JSON_BYTES })],
    customErrorResponseBodyEncoder: (error) => bodyOf(error),
    clientInterceptors: [onError((error, options) => translate(error, options.context.request, log))],
  });
  return {
    /** Answers a request, or says that no endpoint has this path and method. */
    handle: async (request: IncomingMessage, response: ServerResponse, arrival: Arrival): Promise<boolean> => {
      const { matched } = await handler.handle(request, response, { prefix: "/api/v1", context: arrival });
      return matched;
    },
  };
}

/** Turns whatever a handler threw into what a client may see; the rest goes to the log under the request's id. */
function translate(error: unknown, request: RequestFacts, log: Logger): never {
  const requestId = request.id;
  if (error instanceof Refusal && error.retryAfterSeconds !== undefined) {
    request.setHeader("retry-after", String(error.retryAfterSeconds));
  }
  if (error instanceof Refusal) throw new ORPCError(error.code, { status: error.status, message: error.message });
  if (error instanceof ORPCError && error.status < 500) throw error;
  const failure = isDatabaseAway(error) ? "unavailable" : "unexpected";
  if (failure === "unavailable") request.setHeader("retry-after", "2");
  log[failure === "unavailable" ? "warn" : "error"]({ err: error, requestId }, "a request failed");
  throw new ORPCError(failure, {
    status: failures[failure].status,
    message: failures[failure].says,
    data: { requestId },
  });
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { key: PropertyKey })[];
  readonly code?: string;
  readonly keys?: readonly string[];
}

/** The body of every failure: `{ code, message }`, with the fields at fault or the request's id where there are any. */
function bodyOf(error: ORPCError<string, unknown>): unknown {
  const issues = (error.data as { issues?: Issue[] } | undefined)?.issues;
  if (error.code === "BAD_REQUEST" && issues) {
    const fields = issues.map((issue) => ({
      path: (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join("."),
      message: issue.message,
    }));
    return { code: "invalid-input", message: fields[0]?.message ?? failures["invalid-input"].says, data: { fields } };
  }
  if (error.code === "BAD_REQUEST") return { code: "malformed-json", message: failures["malformed-json"].says };
  if (error.code === "PAYLOAD_TOO_LARGE") return { code: "too-large", message: failures["too-large"].says };
  return { code: error.code, message: error.message, ...(error.data ? { data: error.data } : {}) };
}
