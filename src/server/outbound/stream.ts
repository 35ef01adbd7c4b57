import http from "node:http";
import https from "node:https";
import { EgressRefused } from "./guard.ts";
import type { Guard } from "./guard.ts";
import { AnswerTooLate } from "./line.ts";
import type { LineRequest } from "./line.ts";

/** An answer whose bytes are taken one piece after the other, and never held whole. */
export interface StreamAnswer {
  readonly status: number;
  /** Names in lower case; of several of one name the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request when its reader stops. An answer that ends before its length is an error. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Until an answer begins, and the longest silence within it. */
const IDLE_MS = 20_000;
/** For all of it: a hundred megabytes over a slow line. */
const TOTAL_MS = 5 * 60_000;

/** Sends one request behind a guard and hands its answer over as it arrives. Redirects are answers. */
export async function openStream(guard: Guard, { url, method, headers, body, signal }: LineRequest) {
  signal?.throwIfAborted();
  if (!guard.accepts(url.href)) throw new EgressRefused("this is no public https address");
  const ends = AbortSignal.any([AbortSignal.timeout(TOTAL_MS), ...(signal ? [signal] : [])]);
  return await new Promise<StreamAnswer>((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method,
      // No connection is kept: the next one is judged anew.
      agent: false,
      lookup: guard.lookup,
      signal: ends,
      headers: {
        "accept-encoding": "identity",
        ...headers,
        ...(body && { "content-length": String(body.byteLength) }),
      },
    });
    guard.watch(request);
    request.setTimeout(IDLE_MS, () => request.destroy(new AnswerTooLate(`silent for ${IDLE_MS / 1_000} seconds`)));
    request.on("error", reject);
    request.once("response", (response) => {
      const first = Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.[0] ?? ""]);
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(first) as Record<string, string>,
        bytes: response as AsyncIterable<Uint8Array>,
      });
    });
    request.end(body);
  });
}
