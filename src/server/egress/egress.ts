import { lookup as systemLookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

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
  /** The same by any method, for what is answered in full: more than 256 KiB throws. */
  exchange(request: EgressRequest): Promise<EgressAnswer>;
}

export interface EgressRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface EgressAnswer {
  readonly status: number;
  /** The beginning of it, as bytes. */
  readonly body: Buffer;
}

/** The address is of a kind that nothing is sent to. */
export class EgressRefused extends Error {
  override name = "EgressRefused";
}

interface EgressOptions {
  /** Lets loopback and private addresses be reached, any port, and http without TLS: for tests and closed networks. */
  readonly allowPrivate: boolean;
  readonly lookup?: typeof systemLookup;
  readonly timeoutMs?: number;
}

const KEPT_BYTES = 4_096;
/** Whoever answers more is not waited for. */
const MOST_BYTES = 256 * 1_024;

/** Opens the way out. The address is judged when it is connected to, so that no name can change its mind in between. */
export function openEgress({ allowPrivate, lookup = systemLookup, timeoutMs = 10_000 }: EgressOptions): Egress {
  const accepts = (text: string) => {
    const url = URL.parse(text);
    if (!url || url.username || url.password) return false;
    if (allowPrivate) return url.protocol === "https:" || url.protocol === "http:";
    const host = bare(url.hostname);
    return url.protocol === "https:" && url.port === "" && (isIP(host) === 0 || isPublicAddress(host));
  };
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const open = addresses.filter(({ address }) => allowPrivate || isPublicAddress(address));
      const [first] = open;
      if (!first) return callback(new EgressRefused("the name resolves to no public address"), "", 0);
      if (options.all) (callback as (error: null, all: typeof open) => void)(null, open);
      else callback(null, first.address, first.family);
    });
  };
  const send = async ({ url: text, method, headers, body, signal }: EgressRequest, keep: number) => {
    if (!accepts(text)) throw new EgressRefused("this is no public https address");
    const url = new URL(text);
    const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    return await new Promise<EgressAnswer>((resolve, reject) => {
      const request = (url.protocol === "https:" ? https : http).request(url, {
        method,
        // No connection is kept: the next one is judged anew.
        agent: false,
        lookup: guarded,
        signal: ends,
        headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
      });
      request.on("socket", (socket) => {
        socket.once("connect", () => {
          if (!allowPrivate && !isPublicAddress(socket.remoteAddress ?? ""))
            request.destroy(new EgressRefused("the address is not public"));
        });
      });
      request.once("error", reject);
      request.once("response", (response) => void readAnswer(response, keep).then(resolve, reject));
      request.end(body);
    });
  };
  return {
    accepts,
    post: (url, headers, body, signal) => send({ url, method: "POST", headers, body, signal }, KEPT_BYTES),
    get: (url, keep) => send({ url, method: "GET", headers: { accept: "application/json" } }, keep),
    exchange: async (request) => {
      const answer = await send(request, MOST_BYTES + 1);
      if (answer.body.length > MOST_BYTES) throw new Error("the answer is longer than anybody asked for");
      return answer;
    },
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

/** IPv6 addresses stand in brackets in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
