import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import { failures, wireCode } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { AppError } from "../app-error.ts";
import { faultOf } from "../blobs/fault-of.ts";
import { InvalidInput } from "./read-input.ts";

/** Ends a request with a failure of the catalogue, in the one shape every failure has. */
export function sendFailure(
  response: ServerResponse,
  failure: FailureName,
  extra: { message?: string; data?: unknown; retryAfterSeconds?: number; allow?: readonly string[] } = {},
): void {
  if (response.headersSent) {
    // Bytes are already on their way: only a broken connection can still say that they are not all of it.
    response.destroy();
    return;
  }
  const { status, message } = failures[failure];
  const retryAfter = extra.retryAfterSeconds ?? waitAfter(failure, status);
  if (retryAfter !== undefined) response.setHeader("retry-after", String(retryAfter));
  if (extra.allow) response.setHeader("allow", extra.allow.join(", "));
  if (failure === "token-invalid")
    response.setHeader("www-authenticate", 'Bearer realm="Exhibit", error="invalid_token"');
  // An unread body would be taken for the next request; the connection ends with this answer instead.
  const isHalfRead = !response.req.complete && response.req.readableDidRead;
  if (status === 413 || failure === "file-interrupted" || isHalfRead) response.setHeader("connection", "close");
  const body = {
    code: wireCode(failure),
    message: extra.message ?? message,
    ...(extra.data ? { data: extra.data } : {}),
  };
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** How many seconds a program should wait before it asks again: storage takes longer to come back than a database that restarts. */
function waitAfter(failure: FailureName, status: number): number | undefined {
  if (failure === "storage-unavailable") return 30;
  return status === 503 ? 2 : status === 507 ? 300 : undefined;
}

/** Ends a request with whatever was thrown: a refusal says its sentence, a fault of ours only the request's id. */
export function sendError(response: ServerResponse, error: unknown, requestId: string, log: Logger): void {
  if (error instanceof AppError)
    return sendFailure(response, error.failure, {
      message: error.message,
      retryAfterSeconds: error.retryAfterSeconds,
      data: error.data,
    });
  if (error instanceof InvalidInput) {
    const { fields } = error;
    return sendFailure(response, "invalid-input", { message: fields[0]?.message, data: { fields } });
  }
  const failure = faultOf(error);
  log[failure === "unexpected" ? "error" : "warn"]({ err: error, requestId }, "a request failed");
  sendFailure(response, failure, { data: { requestId } });
}
