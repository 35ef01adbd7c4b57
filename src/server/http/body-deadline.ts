import type { IncomingMessage, ServerResponse } from "node:http";
import { sendFailure } from "./failure-response.ts";

/** How long the body of a request may take, in milliseconds: a megabyte at most, over the slowest line. */
export const BODY_MS = 15_000;

/** How long an upload may go without a byte, in milliseconds; as a whole it may take its time. */
export const STALL_MS = 30_000;

interface Waiting {
  /** Whether it is an upload, which only has to move. */
  readonly isUpload: boolean;
  readonly bodyMs?: number;
  readonly stallMs?: number;
}

/**
 * Ends a request whose body does not arrive in time with 408 (RFC 9110, section 15.5.9), and the connection with it. A body that
 * is still on its way when the answer has been sent gets the same time, whatever it is: nobody waits for it.
 */
export function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  { isUpload, bodyMs = BODY_MS, stallMs = STALL_MS }: Waiting,
): void {
  const { socket } = request;
  const declared = Number(request.headers["content-length"] ?? 0);
  if (request.complete || (declared === 0 && request.headers["transfer-encoding"] === undefined)) return;
  const cut = () => {
    if (request.complete || socket.destroyed) return;
    if (response.headersSent) return socket.destroy();
    response.setHeader("connection", "close").once("finish", () => socket.destroySoon());
    sendFailure(response, "request-timeout");
  };
  let seen = socket.bytesRead;
  /** What arrived and was not read yet is ours to read; of an upload that has moved meanwhile, one waits on. */
  const look = () => {
    const isOurs = request.readableLength > 0;
    const hasMoved = isUpload && socket.bytesRead > seen;
    if (response.writableFinished || !(isOurs || hasMoved)) return cut();
    seen = socket.bytesRead;
    timer.refresh();
  };
  let timer = setTimeout(look, isUpload ? stallMs : bodyMs).unref();
  response.once("finish", () => {
    clearTimeout(timer);
    if (!request.complete) timer = setTimeout(cut, bodyMs).unref();
  });
  const done = () => clearTimeout(timer);
  request.once("end", done).once("close", done);
}
