import type { Endpoint, Manifest } from "#connectors/connector.ts";
import type { HttpRequest } from "#connectors/http.ts";
import { RequestFailed } from "#connectors/http.ts";

/** Where a connector may go: the manifest's endpoints for one connection. */
export interface Addresses {
  /**
   * The URL of a request. Throws `RequestFailed` of kind `malformed` where the vendor's next page leaves the endpoint, and
   * TypeError for what only a wrong connector asks for.
   */
  urlOf(request: HttpRequest): URL;
}

export interface AddressOptions {
  readonly manifest: Pick<Manifest, "endpoints">;
  /** What was typed at linking and is no secret. */
  readonly typed: Readonly<Record<string, string>>;
  /** Stand-ins for the manifest's origins, by endpoint: all of them or none. For tests. */
  readonly origins?: Readonly<Record<string, string>> | undefined;
  /** Whether http without TLS may be used, for tests and closed networks. */
  readonly allowPlain: boolean;
}

/** Settles every endpoint's origin. Throws `RequestFailed` where what was typed leads to another host than the manifest allows. */
export function addressesOf({ manifest, typed, origins, allowPlain }: AddressOptions): Addresses {
  const settled = new Map(
    Object.entries(manifest.endpoints).map(([name, endpoint]) => {
      const own = settle(name, endpoint, typed, allowPlain);
      if (!origins) return [name, { endpoint, own, used: own }];
      const instead = origins[name];
      if (!instead) throw new TypeError(`no stand-in for the endpoint ${name}`);
      return [name, { endpoint, own, used: new URL(instead) }];
    }),
  );
  return {
    urlOf: (request) => {
      const found = settled.get(request.endpoint);
      if (!found) throw new TypeError(`the manifest has no endpoint ${request.endpoint}`);
      const url = request.path.startsWith("/")
        ? new URL(found.used.origin + request.path)
        : wholeUrl(request, found.endpoint, found.own, found.used);
      for (const [name, value] of Object.entries(request.query ?? {})) {
        if (value === undefined) continue;
        url.searchParams.delete(name);
        for (const item of Array.isArray(value) ? (value as readonly string[]) : [value])
          url.searchParams.append(name, String(item));
      }
      // A form's "+" is a space to some services and a plus to others, and a signature has to mean one of them.
      if (request.query) url.search = url.search.replaceAll("+", "%20");
      url.hash = "";
      return url;
    },
  };
}

function settle(name: string, endpoint: Endpoint, typed: Readonly<Record<string, string>>, allowPlain: boolean): URL {
  const origin = typeof endpoint.origin === "string" ? endpoint.origin : endpoint.origin(typed);
  const url = URL.parse(origin);
  // Whatever else stands in it (a path, a user, a port that is the usual one) would be dropped or misread.
  const isOrigin = url !== null && url.origin === origin.toLowerCase().replace(/\/$/, "");
  const isSecure = url?.protocol === "https:" || (allowPlain && url?.protocol === "http:");
  const isAllowed = typeof endpoint.origin === "string" || matchesWhole((endpoint as { host: RegExp }).host, url);
  if (!isOrigin || !isSecure || !isAllowed)
    throw new RequestFailed("failed", `what was typed gives no address of the vendor (${name})`);
  return url;
}

/**
 * A URL that the vendor gave. It keeps the endpoint's scheme and host, so that our credentials go nowhere else. A signature is
 * good for one host alone: signed requests may go to any host that the endpoint's pattern allows.
 */
function wholeUrl(request: HttpRequest, endpoint: Endpoint, own: URL, used: URL): URL {
  const url = URL.parse(request.path);
  if (!url) throw new TypeError(`a path begins with a slash: ${request.endpoint}`);
  const sameHost = [own, used].some(({ protocol, host }) => protocol === url.protocol && host === url.host);
  const signedHost =
    request.sign !== undefined &&
    url.protocol === own.protocol &&
    url.port === "" &&
    "host" in endpoint &&
    matchesWhole(endpoint.host, url);
  if ((!sameHost && !signedHost) || url.username || url.password)
    throw new RequestFailed("malformed", `${own.host} leads to another host (${url.host})`);
  if (used !== own) {
    url.protocol = used.protocol;
    url.host = used.host;
  }
  return url;
}

function matchesWhole(pattern: RegExp, url: URL | null): boolean {
  return url !== null && new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, "")).test(url.host);
}
