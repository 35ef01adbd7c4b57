import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { EgressRefused } from "./guard.ts";
import type { Guard } from "./guard.ts";

/** A way out for many requests in a row. Connections are kept between them, each judged when it was made and when it is used. */
export interface Line {
  /**
   * Sends one request and reads the whole answer, decompressed. Redirects are answers. Throws `EgressRefused` for an address that
   * is not public, `AnswerTooLarge`, `AnswerTooLate`, the signal's reason, and whatever the network throws: an answer that ends
   * before its length or its last chunk is an error, too.
   */
  send(request: LineRequest): Promise<LineAnswer>;
  /** Ends the connections that were kept. */
  close(): void;
}

export interface LineRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LineAnswer {
  readonly status: number;
  /** Names in lower case; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface LineOptions {
  /** Until a connection stands, TLS included. */
  readonly connectMs?: number;
  /** From the beginning to the last byte of the answer. */
  readonly totalMs?: number;
  /** Of the answer, decompressed. */
  readonly mostBytes?: number;
}

/** The answer is larger than what is read. */
export class AnswerTooLarge extends Error {
  override name = "AnswerTooLarge";
}

/** The connection did not stand, or the answer was not there, in time. */
export class AnswerTooLate extends Error {
  override name = "AnswerTooLate";
}

/** Opens a line behind a guard. */
export function openLine(
  guard: Guard,
  { connectMs = 10_000, totalMs = 60_000, mostBytes = 20 * 1024 * 1024 }: LineOptions = {},
): Line {
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
  return {
    send: async ({ url, method, headers, body, signal }) => {
      signal?.throwIfAborted();
      if (!guard.accepts(url.href)) throw new EgressRefused("this is no public https address");
      const secure = url.protocol === "https:";
      const ends = AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])]);
      try {
        return await new Promise<LineAnswer>((resolve, reject) => {
          const request = (secure ? https : http).request(url, {
            method,
            agent: agents[secure ? "https:" : "http:"],
            lookup: guard.lookup,
            signal: ends,
            headers: {
              "accept-encoding": "gzip",
              ...headers,
              ...(body && { "content-length": String(body.byteLength) }),
            },
          });
          guard.watch(request);
          endIfNotConnected(request, secure, connectMs);
          request.on("error", reject);
          request.once("response", (response) => void readWhole(response, mostBytes).then(resolve, reject));
          request.end(body);
        });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (ends.aborted) throw new AnswerTooLate(`no answer within ${totalMs / 1_000} seconds`, { cause: error });
        throw error;
      }
    },
    close: () => {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

/** Ends a request whose connection does not stand in time, with TLS where it is `secure`. */
export function endIfNotConnected(request: http.ClientRequest, secure: boolean, ms: number): void {
  const timer = setTimeout(
    () => request.destroy(new AnswerTooLate(`no connection within ${ms / 1_000} seconds`)),
    ms,
  ).unref();
  request.once("close", () => clearTimeout(timer));
  request.once("socket", (socket) => {
    if (!socket.connecting) clearTimeout(timer);
    else socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
  });
}

async function readWhole(response: http.IncomingMessage, mostBytes: number): Promise<LineAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > mostBytes) throw new AnswerTooLarge(`the answer has more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
  };
  const status = response.statusCode ?? 0;
  const packed = response.headers["content-encoding"] === "gzip" && status !== 204 && status !== 304;
  if (packed) await pipeline(response, createGunzip(), collect);
  else await pipeline(response, collect);
  const headers = Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values]) => [name.toLowerCase(), (values ?? []).join(", ")]),
  );
  return { status, headers, body: Buffer.concat(chunks) };
}
