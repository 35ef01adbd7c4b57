import type { Json } from "./connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "./http.ts";
import { CursorRefused, RequestFailed } from "./http.ts";

/** One page, and where the next one is. */
export interface Page {
  readonly answer: HttpAnswer;
  /** What to put into a checkpoint behind this page, and to give back as `from`; undefined on the last one. */
  readonly next: Json | undefined;
}

/** A vendor's way to name the next page. */
export interface Paging {
  /** Where the page after this one is; undefined behind the last. `at` is where this one was, undefined for the first. */
  next(answer: HttpAnswer, at: Json | undefined): Json | undefined;
  /** The first request, changed into the one for `at`. */
  request(first: HttpRequest, at: Json): HttpRequest;
}

/** A list that is longer is cut, and said to be. */
export const MOST_PAGES = 1_000;

/**
 * Pages of a list in the vendor's order; `from` is the `next` of an earlier page, to go on behind it. A list that comes back to a
 * page already read, gives the same page twice in a row, or has more than `most` pages, ends with `RequestFailed` of kind `truncated`,
 * after the pages that it gave; one whose next page the vendor no longer knows, with `CursorRefused`.
 */
export async function* pages(
  http: Http,
  first: HttpRequest,
  paging: Paging,
  { from, most = MOST_PAGES }: { readonly from?: Json | undefined; readonly most?: number } = {},
): AsyncGenerator<Page> {
  const asked = new Set<string>([from === undefined ? pageOf(firstUrl(first)) : pageOf(from)]);
  let at = from;
  let before: Uint8Array | undefined;
  for (let count = 1; ; count += 1) {
    // What else is an answer (a feature that is off, a query that is wrong) shows on the first page.
    const later = at === undefined ? undefined : { ...paging.request(first, at), accept: undefined };
    const answer = await (later ? http.send(later).catch(ofCursor) : http.send(first));
    // Empty pages may look alike; a page of rows that comes again is a vendor who does not turn it.
    if (before && isSame(before, answer.body))
      throw new RequestFailed("truncated", `${first.path} gives the same page again`);
    before = answer.body;
    const next = paging.next(answer, at);
    yield { answer, next };
    if (next === undefined) return;
    const key = pageOf(next);
    if (asked.has(key)) throw new RequestFailed("truncated", `the pages of ${first.path} go in a circle`);
    if (count >= most) throw new RequestFailed("truncated", `${first.path} has more than ${most} pages`);
    asked.add(key);
    at = next;
  }
}

/** The next page's URL in the Link header, as rel="next" (RFC 8288): GitHub, Okta. */
export const byLinkHeader: Paging = {
  next: (answer) => nextLink(answer.headers["link"]),
  request: wholeUrl,
};

/** The next page's URL in the body: `byNextUrl("@odata.nextLink")`, `byNextUrl("meta", "paging", "next")`. */
export function byNextUrl(...names: readonly string[]): Paging {
  return { next: (answer) => textAt(answer.json(), names), request: wholeUrl };
}

/** A token in the body, which the next request sends as a parameter: `byToken("pageToken", "nextPageToken")`. */
export function byToken(parameter: string, ...names: readonly string[]): Paging {
  return {
    next: (answer) => textAt(answer.json(), names),
    request: (first, at) => ({ ...first, query: { ...first.query, [parameter]: placeIn(at) } }),
  };
}

/**
 * A number of rows to skip: `byOffset("startAt", (body) => listOf(body))`. The list ends at the first page without rows, so that a
 * vendor who gives fewer rows than were asked for hides nothing; where the body says that a page is the last, `isLast` answers true.
 */
export function byOffset(
  parameter: string,
  rowsIn: (body: Json) => readonly Json[],
  isLast: (body: Json) => boolean = () => false,
): Paging {
  return {
    next: (answer, at) => {
      const body = answer.json();
      const rows = rowsIn(body).length;
      return rows === 0 || isLast(body) ? undefined : Number(at ?? 0) + rows;
    },
    request: (first, at) => ({ ...first, query: { ...first.query, [parameter]: Number(at) } }),
  };
}

/** The target of the link with rel="next" in a Link header. Undefined where there is none. */
export function nextLink(header: string | undefined): string | undefined {
  for (const [, target, parameters] of (header ?? "").matchAll(/<([^<>]*)>([^<]*)/g))
    if (relationsIn(parameters!).includes("next")) return target;
  return undefined;
}

/** The words of `rel` among a link's parameters, in lower case (RFC 8288, section 3.3). */
function relationsIn(parameters: string): string[] {
  const [, quoted, plain = ""] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/i.exec(parameters) ?? [];
  return (quoted ?? plain).toLowerCase().split(/\s+/);
}

/** The list in a body, by the names of the fields that lead to it. A body without one is `malformed`: silence is no empty list. */
export function listAt(answer: HttpAnswer, ...names: readonly string[]): readonly Json[] {
  const found = valueAt(answer.json(), names);
  if (Array.isArray(found)) return found as readonly Json[];
  throw new RequestFailed("malformed", `no list${names.length > 0 ? ` in ${names.join(".")}` : ""}`, answer.status);
}

/**
 * What a failed request for a next page means. A place that ended is a bad request to Graph (Directory_ExpiredPageToken), Google,
 * Okta, Jira and AWS, and gone or not processable to others; a page that may not be read is none of these.
 */
export function ofCursor(error: unknown): never {
  if (error instanceof RequestFailed && error.kind !== "denied" && [400, 410, 422].includes(error.status))
    throw new CursorRefused("failed", error.message, error.status);
  throw error;
}

const SHORTEST_OF_ROWS = 64;

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return (
    a.byteLength >= SHORTEST_OF_ROWS && a.byteLength === b.byteLength && a.every((byte, place) => byte === b[place])
  );
}

/** What tells a page from others. The same page may be named with and without its host, and with its parameters in another order. */
function pageOf(at: Json): string {
  if (typeof at !== "string" || !/^(https?:\/)?\//.test(at)) return JSON.stringify(at);
  const [path, query = ""] = at.replace(/^https?:\/\/[^/?]*/, "").split("?", 2);
  return `${path}?${query.split("&").map(decoded).toSorted().join("&")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function firstUrl({ path, query = {} }: HttpRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? (value as readonly string[]) : [value];
    return values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  });
  if (parameters.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${parameters.join("&")}`;
}

/** A checkpoint as these lists give it; any other is a mistake of the connector. */
function placeIn(at: Json): string {
  if (typeof at === "string") return at;
  throw new TypeError("this checkpoint is of another list");
}

function wholeUrl(first: HttpRequest, at: Json): HttpRequest {
  return { ...first, path: placeIn(at), query: undefined };
}

/** A text of one character or more; an empty one, null or nothing at all means that there is no next page. */
function textAt(body: Json, names: readonly string[]): string | undefined {
  const found = valueAt(body, names);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function valueAt(body: Json, names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (value, name) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, Json>>)[name]
        : undefined,
    body,
  );
}
