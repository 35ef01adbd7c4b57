import type { Manifest } from "#connectors/connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "#connectors/http.ts";
import type { Egress } from "../../outbound/egress.ts";
import type { LineOptions } from "../../outbound/line.ts";
import { addressesOf } from "./addresses.ts";
import { cacheKey, keepable } from "./answer-cache.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { answerOf } from "./answers.ts";
import type { Authorizer, OutgoingRequest } from "./authorizer.ts";
import { failureOf } from "./denied.ts";
import { openPace } from "./pace.ts";
import { openPatience } from "./patience.ts";
import type { Sleep } from "./patience.ts";
import { redactorOf } from "./redactor.ts";
import { openRenewal } from "./renewal.ts";
import { settle } from "./settle.ts";
import type { RequestRecord } from "./transcript.ts";

export interface HttpOptions {
  readonly manifest: Pick<Manifest, "endpoints" | "budget" | "limited">;
  /** What was typed at linking and is no secret. */
  readonly typed: Readonly<Record<string, string>>;
  readonly authorizer: Authorizer;
  readonly egress: Egress;
  readonly cache: AnswerCache;
  /** Every request, when it has ended. */
  readonly onRequest: (record: RequestRecord) => void;
  readonly now: () => Date;
  readonly sleep: Sleep;
  /** At least 0 and less than 1. */
  readonly random: () => number;
  /** Ends every request and every waiting; what is thrown then is its reason. */
  readonly signal: AbortSignal;
  /** Stand-ins for the manifest's origins, for tests. */
  readonly origins?: Readonly<Record<string, string>>;
  readonly limits?: LineOptions;
}

/** The way out of one run, and what it needs besides. */
export interface OpenHttp {
  readonly http: Http;
  /** Requests that were sent so far, all tries counted. */
  requests(): number;
  /** Ends the connections that were kept. */
  close(): void;
}

/**
 * Opens the way out of one run: `Http` as connectors know it. Every request keeps to the manifest's hosts, waits for its turn, is
 * tried again as its failure deserves, and is written down. Throws `RequestFailed` where what was typed gives no address of the vendor.
 */
export function openHttp(options: HttpOptions): OpenHttp {
  const { manifest, authorizer, egress, cache, now, sleep, random, signal } = options;
  const addresses = addressesOf({ ...options, allowPlain: egress.accepts("http://127.0.0.1/") });
  const line = egress.line(options.limits);
  const patience = openPatience(now, sleep, signal);
  const pace = openPace({ budget: manifest.budget, patience, now, sleep, signal });
  const renewal = openRenewal(authorizer);
  let requests = 0;
  const onRequest = (record: RequestRecord) => {
    requests += 1;
    options.onRequest(record);
  };
  const attempting = { line, authorizer, signal, now, onRequest };
  const ways = { attempting, pace, patience, renewal, limited: manifest.limited, now, random };

  const send = async (asked: HttpRequest): Promise<HttpAnswer> => {
    signal.throwIfAborted();
    const url = addresses.urlOf(asked);
    const shown = redactorOf(authorizer.secrets())(url.pathname);
    const request: OutgoingRequest = {
      url,
      method: asked.method ?? "GET",
      headers: ownHeaders(asked.headers),
      body: typeof asked.body === "string" ? new TextEncoder().encode(asked.body) : asked.body,
      ...(asked.sign && { sign: asked.sign }),
    };
    const key = request.method === "GET" && !asked.sign ? cacheKey(url, request.headers) : undefined;
    const kept = key && (await cache.find(key));
    const told = kept ? { ...request, headers: { ...request.headers, "if-none-match": kept.etag } } : request;
    const answer = await settle(asked.endpoint, told, shown, ways);
    const { status, headers } = answer;
    if (kept && status === 304)
      return answerOf({ status: kept.status, headers: { ...kept.headers, ...headers }, body: kept.body }, shown, now());
    if (status >= 200 && status < 300) {
      const keep = key && keepable(answer);
      if (keep) await cache.keep(key, keep);
      return answerOf(answer, shown, now());
    }
    if (asked.accept?.includes(status)) return answerOf(answer, shown, now());
    throw failureOf(status, headers, url.host, shown);
  };
  return { http: { send }, requests: () => requests, close: () => line.close() };
}

/** What a connector may not say: who we are, and how the request is carried. */
const notTheirs =
  /^(authorization|cookie|host|connection|content-length|transfer-encoding|accept-encoding|if-none-match)$/;

function ownHeaders(headers: HttpRequest["headers"]): Record<string, string> {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    accept: "application/json",
    // GitHub refuses requests without one.
    "user-agent": "Exhibit (evidence collection, read only)",
    ...Object.fromEntries(given.filter(([name]) => !notTheirs.test(name))),
  };
}
