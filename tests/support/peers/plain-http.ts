import type { Json } from "#connectors/connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "#connectors/http.ts";
import { RequestFailed } from "#connectors/http.ts";

/** An answer of a peer. */
export interface PeerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

export interface PlainHttpOptions {
  /** The peer's origin for each endpoint. */
  readonly origins: Readonly<Record<string, string>>;
  /** Added to every request, such as credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a test makes of an answer before the connector sees it; `url` has path and query. */
  readonly change?: (url: string, answer: PeerAnswer) => PeerAnswer;
  /** Answers by URL, for a peer that never changes: what is there is not asked again. */
  readonly kept?: Map<string, PeerAnswer>;
}

/** One request as it went out, and what came back. */
export interface Sent {
  readonly path: string;
  readonly url: string;
  readonly status: number;
}

/**
 * The way to a peer without limits, retries and budget: for tests of what a connector asks and how it reads. `sent` fills with
 * what went out. Refuses as the real way out does: 403 is denied, 404 unavailable, everything else has failed.
 */
export function plainHttp(options: PlainHttpOptions): { readonly http: Http; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const url = urlOf(request, options.origins);
    const name = `${url.pathname}${url.search}`;
    const given = options.kept?.get(name) ?? (await fetched(request, url, options.headers));
    options.kept?.set(name, given);
    const { status, headers, body } = options.change?.(name, given) ?? given;
    sent.push({ path: url.pathname, url: name, status });
    if ((status < 200 || status >= 300) && !request.accept?.includes(status)) {
      const kind = status === 403 ? "denied" : status === 404 ? "unavailable" : "failed";
      throw new RequestFailed(kind, `${status} at ${url.pathname}`, status);
    }
    const text = JSON.stringify(body);
    return {
      status,
      headers,
      body: new TextEncoder().encode(text),
      json: () => JSON.parse(text) as Json,
      text: () => text,
      at: new Date().toISOString(),
    };
  };
  return { http: { send }, sent };
}

function urlOf(request: HttpRequest, origins: Readonly<Record<string, string>>): URL {
  const url = new URL(request.path, origins[request.endpoint]);
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

async function fetched(request: HttpRequest, url: URL, more: Readonly<Record<string, string>>): Promise<PeerAnswer> {
  const asked = {
    method: request.method ?? "GET",
    headers: { ...request.headers, ...more },
    body: request.body as string | undefined,
  };
  // A peer may close a connection that was idle in the moment in which it is used again.
  const answer = await fetch(url, asked).catch(() => fetch(url, asked));
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json") && text !== "";
  const { link, ...headers } = Object.fromEntries(answer.headers);
  // An example names the vendor's own next page, which is not on this machine: there, the first page is the last.
  const followed = link?.includes(url.origin) ? { ...headers, link } : headers;
  return { status: answer.status, headers: followed, body: isJson ? (JSON.parse(text) as Json) : text };
}
