import type { IncomingMessage, ServerResponse } from "node:http";
import type { Tracing } from "../tracing.ts";
import type { Match } from "./gate.ts";

/** Runs work as a part of the request's step. */
type Inside = <T>(work: () => T) => T;

/** A request as one step of a trace, named by its route: no address, no query and nothing of a body is told. */
export function traceRequest(
  tracing: Tracing | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  match: Match | undefined,
): Inside {
  if (!tracing) return (work) => work();
  const endpoint = match && "endpoint" in match ? match.endpoint : undefined;
  const method = request.method ?? "GET";
  const route = endpoint ? `/api/v1${endpoint.path}` : match ? "none" : "page";
  const { traceparent } = request.headers;
  const span = tracing.begin(
    `${method} ${route}`,
    { "http.request.method": method, "http.route": route, ...(endpoint && { "exhibit.endpoint": endpoint.name }) },
    typeof traceparent === "string" ? traceparent : undefined,
  );
  // Closed, not finished: whoever leaves early was answered so far, too.
  response.once("close", () =>
    span.end({ "http.response.status_code": response.statusCode }, response.statusCode >= 500),
  );
  return (work) => span.run(work);
}
