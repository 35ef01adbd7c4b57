import type { IncomingMessage } from "node:http";
import type { FailureName } from "#contract/failures.ts";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";

interface Route {
  readonly endpoint: NamedEndpoint;
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
}

const routes: readonly Route[] = endpoints.map((endpoint) => {
  const parameters: string[] = [];
  const pattern = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    parameters.push(name);
    return "([^/]+)";
  });
  return { endpoint, parameters, pattern: new RegExp(`^/api/v1${pattern}$`) };
});

/** What an API path leads to: its endpoint and the values in its path, or the methods it would answer. */
export type Match =
  | { readonly endpoint: NamedEndpoint; readonly parameters: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] };

/** Finds the endpoint of a path and method; no endpoint and an empty `allow` mean that nothing lives there. */
export function matchEndpoint(method: string, pathname: string): Match {
  const allow: string[] = [];
  for (const { endpoint, pattern, parameters } of routes) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    if (endpoint.method !== method) {
      allow.push(endpoint.method);
      continue;
    }
    return {
      endpoint,
      parameters: Object.fromEntries(parameters.map((name, index) => [name, safeDecode(found[index + 1] ?? "")])),
    };
  }
  return { allow: [...new Set(allow)].sort() };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site makes a browser send this: a write must come from our own pages (Fetch metadata, with Origin as
 * the fallback of older browsers).
 */
export function isForeignWrite(request: IncomingMessage, appOrigin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  if (site !== undefined ? site !== "same-origin" : origin !== undefined && origin !== appOrigin) return true;
  return site === undefined && origin === undefined && request.headers.cookie !== undefined;
}

/** The API token that a request brings (RFC 6750); undefined when it brings none. */
export function bearerOf(request: IncomingMessage): string | undefined {
  return bearerIn(request.headers.authorization);
}

/** The token in an Authorization header; undefined where it has none. */
export function bearerIn(header = ""): string | undefined {
  return /^Bearer(?: |$)/i.test(header) ? header.slice("Bearer".length).trimStart() : undefined;
}

/** Refuses a write that another site makes a browser send, and a body that is not declared as what it is. */
export function refusedWrite(
  request: IncomingMessage,
  appOrigin: string,
  kind: NamedEndpoint["kind"],
): FailureName | undefined {
  if (SAFE.has(request.method ?? "GET")) return undefined;
  // No browser adds a token by itself, so nobody else's page can make it send one.
  if (bearerOf(request) === undefined && isForeignWrite(request, appOrigin)) return "cross-origin";
  const hasBody =
    Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  if (kind === "upload" || !hasBody) return undefined;
  return /^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")
    ? undefined
    : "unsupported-media-type";
}
