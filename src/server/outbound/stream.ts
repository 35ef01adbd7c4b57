import http from "node:http";
import https from "node:https";
import { EgressRefused } from "./guard.ts";
import type { Guard } from "./guard.ts";
import { AnswerTooLate, endIfNotConnected } from "./line.ts";
import type { LineRequest } from "./line.ts";

/** An answer whose bytes are taken one piece after the other, and never held whole. */
export interface StreamAnswer {
  readonly status: number;
  /** Names in lower case; of several of one name the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read once. Ends the request when its reader stops. An answer that ends before its length is an error. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Until a connection stands, TLS included. */
const CONNECT_MS = 10_000;
/** Until an answer begins, and the longest silence within it. */
const IDLE_MS = 20_000;
/** For all pieces together: a hundred megabytes over a slow line. */
const TOTAL_MS = 5 * 60_000;

/**
 * Sends one request behind a guard and hands its answer over as it arrives. Redirects are answers. Only the time in which somebody waits
 * for the other side counts: a reader that is slow itself, because its own store is, ends nothing.
 */
export async function openStream(guard: Guard, { url, method, headers, body, signal }: LineRequest) {
  signal?.throwIfAborted();
  if (!guard.accepts(url.href)) throw new EgressRefused("this is no public https address");
  const secure = url.protocol === "https:";
  return await new Promise<StreamAnswer>((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method,
      // No connection is kept: the next one is judged anew.
      agent: false,
      lookup: guard.lookup,
      signal,
      headers: {
        "accept-encoding": "identity",
        ...headers,
        ...(body && { "content-length": String(body.byteLength) }),
      },
    });
    guard.watch(request);
    endIfNotConnected(request, secure, CONNECT_MS);
    const begins = endAfter(IDLE_MS, request);
    request.once("close", begins.arrived);
    request.on("error", reject);
    request.once("response", (response) => {
      begins.arrived();
      const first = Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]);
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(first) as Record<string, string>,
        bytes: piecesOf(response),
      });
    });
    request.end(body);
  });
}

async function* piecesOf(response: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  const pieces = (response as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let left = TOTAL_MS;
  try {
    for (;;) {
      const next = endAfter(Math.min(IDLE_MS, left), response);
      const { done, value } = await pieces.next().finally(() => (left -= next.arrived()));
      if (done) return;
      yield value;
    }
  } finally {
    response.destroy();
  }
}

/** Ends what is waited for where it does not come in time; `arrived` stops that and answers how long it took. */
function endAfter(ms: number, awaited: { destroy(error: Error): unknown }): { arrived(): number } {
  const begun = performance.now();
  const late = () => awaited.destroy(new AnswerTooLate(`nothing came for ${Math.round(ms / 1_000)} seconds`));
  const timer = setTimeout(late, ms);
  return {
    arrived: () => {
      clearTimeout(timer);
      return performance.now() - begun;
    },
  };
}
