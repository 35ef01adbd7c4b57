import type { Json } from "./connector.ts";

/**
 * The only way out of a connector. It adds the credentials, keeps to the manifest's hosts, refuses private addresses and
 * redirects, spends at most half of the vendor's budget, waits and tries again as the vendor asks, answers 304 from what
 * was kept, and records every request without its secrets.
 */
export interface Http {
  /**
   * Sends one request and answers any 2xx, and the statuses in `accept`. Everything else throws `RequestFailed` after the
   * tries that its kind deserves; 401 throws `CredentialsRefused` once a refresh did not help, which ends the run.
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

export interface HttpRequest {
  /** A name of `manifest.endpoints`. */
  readonly endpoint: string;
  /** GET if absent. POST only where the vendor reads by POST (AWS, JQL): nothing is ever changed. */
  readonly method?: "GET" | "POST";
  /** From the origin, with a slash in front; or a whole URL that the vendor gave as its next page, which must keep the endpoint's host. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Statuses outside 2xx that are answers here, such as 404 for "no branch protection". */
  readonly accept?: readonly number[];
  /** For AWS: signed with Signature Version 4 for this service and region. */
  readonly sign?: { readonly service: string; readonly region: string };
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body as JSON; throws `RequestFailed` of kind `malformed` for what is none. */
  json(): Json;
  text(): string;
  /** The answer's Date header, or our clock where there is none or it is more than five minutes off. ISO 8601. */
  readonly at: string;
}

/** Why a request gave nothing. */
export type RequestFailure =
  /** 403, or a 404 that stands for it: the permission is missing. */
  | "denied"
  /** The feature is not there: not licensed, switched off. */
  | "unavailable"
  /** Too many pages, too large a body, or no time left for waiting: what was read so far stands. */
  | "truncated"
  /** A body that is not what the vendor documents. */
  | "malformed"
  /** 5xx, a timeout, a broken connection, after all tries. */
  | "failed";

export class RequestFailed extends Error {
  override name = "RequestFailed";
  readonly kind: RequestFailure;
  readonly status: number;
  /** Scopes that the vendor says are missing. */
  readonly missing: readonly string[];

  /** `message` is one clause for people, without secrets: "403 Forbidden at /orgs/acme/hooks". Status 0: no answer came. */
  constructor(kind: RequestFailure, message: string, status = 0, missing: readonly string[] = []) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.missing = missing;
  }
}

/** The vendor no longer takes the place in a list that it named itself: the list is to be read from its beginning. */
export class CursorRefused extends RequestFailed {
  override name = "CursorRefused";
}

/** The vendor no longer takes our credentials: the run ends, and somebody must reconnect. */
export class CredentialsRefused extends Error {
  override name = "CredentialsRefused";
}
