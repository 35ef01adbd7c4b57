import http from "node:http";
import https from "node:https";
import { EgressRefused, openGuard } from "./guard.ts";
import type { GuardOptions } from "./guard.ts";
import { openLine } from "./line.ts";
import type { Line, LineOptions, LineRequest } from "./line.ts";
import { openStream } from "./stream.ts";
import type { StreamAnswer } from "./stream.ts";

/** The way out: where this server sends requests that somebody else chose the address of. */
export interface Egress {
  /** Whether a URL may be tried at all; what its name resolves to is seen only when it is. */
  accepts(url: string): boolean;
  /**
   * Sends a body and reads the answer, ten seconds in all. Redirects are not followed, and no more than `keep` bytes of
   * the answer are kept. Throws EgressRefused for an address that is not public, and whatever the network throws.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ): Promise<EgressAnswer>;
  /** Reads a document under the same rules: `keep` bytes of it at most, and a longer one is kept cut. */
  get(url: string, keep: number): Promise<EgressAnswer>;
  /** Opens a line for many requests whose answers are read whole, behind the same guard. */
  line(options?: LineOptions): Line;
  /** Sends one request whose answer is taken as it arrives, behind the same guard. */
  stream(request: LineRequest): Promise<StreamAnswer>;
}

interface EgressRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface EgressAnswer {
  readonly status: number;
  /** The beginning of it, as bytes. */
  readonly body: Buffer;
}

interface EgressOptions extends GuardOptions {
  readonly timeoutMs?: number;
}

const KEPT_BYTES = 4_096;
/** Whoever answers more is not waited for. */
const MOST_BYTES = 256 * 1_024;

/** Opens the way out. */
export function openEgress({ timeoutMs = 10_000, ...options }: EgressOptions): Egress {
  const guard = openGuard(options);
  const send = async ({ url: text, method, headers, body, signal }: EgressRequest, keep: number) => {
    if (!guard.accepts(text)) throw new EgressRefused("this is no public https address");
    const url = new URL(text);
    const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    return await new Promise<EgressAnswer>((resolve, reject) => {
      const request = (url.protocol === "https:" ? https : http).request(url, {
        method,
        // No connection is kept: the next one is judged anew.
        agent: false,
        lookup: guard.lookup,
        signal: ends,
        headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
      });
      guard.watch(request);
      request.once("error", reject);
      request.once("response", (response) => void readAnswer(response, keep).then(resolve, reject));
      request.end(body);
    });
  };
  return {
    accepts: guard.accepts,
    line: (lineOptions) => openLine(guard, lineOptions),
    stream: (request) => openStream(guard, request),
    post: (url, headers, body, signal) => send({ url, method: "POST", headers, body, signal }, KEPT_BYTES),
    get: (url, keep) => send({ url, method: "GET", headers: { accept: "application/json" } }, keep),
  };
}

async function readAnswer(response: http.IncomingMessage, keep: number): Promise<EgressAnswer> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (read < keep) kept.push(chunk);
    read += chunk.length;
    if (read > MOST_BYTES) break;
  }
  response.destroy();
  return { status: response.statusCode ?? 0, body: Buffer.concat(kept).subarray(0, keep) };
}
