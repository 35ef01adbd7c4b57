import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Match } from "./gate.ts";

/** Told of each answer: the endpoint's name, or what kind of address it was. */
export interface CountsAnswers {
  answered(endpoint: string, status: number, seconds: number): void;
}

interface Deps {
  readonly log: Logger;
  readonly metrics?: CountsAnswers | undefined;
}

interface Asked {
  readonly requestId: string;
  readonly pathname: string;
  /** Undefined outside the API. */
  readonly match: Match | undefined;
}

/** Probes come every few seconds: their lines are for whoever looks for them. */
const quiet: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * One line for each answer, and its time for the metrics. Of an address outside the API only the first part is said: what follows may be
 * a secret of its reader. Nothing of the query, of who asked, or of a body.
 */
export function accessLine(
  { log, metrics }: Deps,
  request: IncomingMessage,
  response: ServerResponse,
  asked: Asked,
): void {
  const { requestId, pathname, match } = asked;
  const endpoint = match && "endpoint" in match ? match.endpoint.name : undefined;
  const place = endpoint === undefined ? `/${(pathname.split("/")[1] ?? "").slice(0, 60)}` : pathname;
  const started = performance.now();
  // Closed, not finished: whoever leaves early was answered so far, too.
  response.once("close", () => {
    const ms = performance.now() - started;
    const status = response.statusCode;
    const { method } = request;
    const line = { requestId, method, ...(endpoint && { endpoint }), path: place, status, ms: Math.round(ms) };
    const left = !response.writableFinished;
    if (!left) log[quiet.has(pathname) ? "debug" : "info"](line, "answered");
    else log.info({ ...line, left: true }, "the client left before the answer ended");
    metrics?.answered(
      endpoint ?? (match ? "none" : quiet.has(pathname) ? "probe" : "page"),
      left ? 499 : status,
      ms / 1_000,
    );
  });
}
