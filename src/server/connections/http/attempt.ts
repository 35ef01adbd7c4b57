import { RequestFailed } from "#connectors/http.ts";
import { AnswerTooLarge } from "../../outbound/line.ts";
import { EgressRefused } from "../../outbound/guard.ts";
import type { Line, LineAnswer } from "../../outbound/line.ts";
import type { Authorizer, OutgoingRequest } from "./authorizer.ts";
import { askForCredentials } from "./renewal.ts";
import { redactorOf, shownPath } from "./redactor.ts";
import type { Redactor } from "./redactor.ts";
import { requestIdOf } from "./transcript.ts";
import type { RequestRecord } from "./transcript.ts";

/** A connection that broke: worth another try. */
export interface Broken {
  /** A clause for people: "the connection was reset". */
  readonly broken: string;
}

export interface AttemptOptions {
  readonly line: Line;
  readonly authorizer: Authorizer;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly onRequest: (record: RequestRecord) => void;
}

/**
 * Sends a request once, with fresh credentials, and writes it down. Answers whatever the vendor answers, or how the connection
 * broke. Throws `RequestFailed` for what another try would not change, `CredentialsRefused`, and the signal's reason.
 */
export async function attempt(
  request: OutgoingRequest,
  number: number,
  { line, authorizer, signal, now, onRequest }: AttemptOptions,
): Promise<LineAnswer | Broken> {
  const headers = await askForCredentials(authorizer, () => authorizer.headersFor(request));
  signal.throwIfAborted();
  const redact = redactorOf(authorizer.secrets());
  const begun = now();
  const record = (rest: Pick<RequestRecord, "status" | "bytes" | "requestId" | "failure">) =>
    onRequest({
      at: begun.toISOString(),
      method: request.method,
      host: request.url.host,
      path: redact(shownPath(request.url)),
      ms: Math.max(0, now().getTime() - begun.getTime()),
      attempt: number,
      ...rest,
    });
  try {
    const { url, method, body } = request;
    const answer = await line.send({ url, method, headers: { ...request.headers, ...headers }, body, signal });
    const requestId = requestIdOf(answer.headers);
    record({
      status: answer.status,
      bytes: answer.body.byteLength,
      requestId: requestId && redact(requestId),
      failure: undefined,
    });
    return answer;
  } catch (error) {
    const why = whyNot(error, redact);
    record({ status: 0, bytes: 0, requestId: undefined, failure: why });
    if (signal.aborted) throw signal.reason;
    if (error instanceof AnswerTooLarge) throw new RequestFailed("truncated", `${request.url.host}: ${why}`);
    if (error instanceof EgressRefused) throw new RequestFailed("failed", `${request.url.host}: ${why}`);
    return { broken: why };
  }
}

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was reset",
  ERR_STREAM_PREMATURE_CLOSE: "the answer ended in the middle",
  Z_BUF_ERROR: "the answer ended in the middle",
  ENOTFOUND: "the host has no address",
  EAI_AGAIN: "the host's address could not be asked for",
};

function whyNot(error: unknown, redact: Redactor): string {
  if (!(error instanceof Error)) return "no reason given";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return codes[code] ?? redact(error.message);
}
