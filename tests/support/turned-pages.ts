import { unbroken } from "./fault-proxy.ts";
import type { Fault, FaultedAnswer } from "./fault-proxy.ts";

/** Stands in the name of every next page that the tests make. */
export const TURNED = "turned-to-";

/** Names under which vendors put the rows of a page. */
const rowsIn = /^(repositories|value|values|users|items|policies|issues|histories|records|results|roleAssignments)$/;

/** Parameters in which the peers themselves name a later page. */
const ownPlaces = ["nextPageToken", "pageToken", "after", "$skiptoken"];

/**
 * Gives one row of a list at a time, and names the next in every way that vendors have. Small accounts fit on one page, and then
 * nothing is seen of turning it. What a peer turns itself is left as it is.
 */
export const onePerPage: Fault = (faulted) => {
  const { answer, request, origin } = faulted;
  const url = new URL(request.path, origin);
  const body = jsonOf(faulted);
  const found = answer.status === 200 && !isTurnedByPeer(url, faulted, body) ? listIn(body) : undefined;
  if (!found || found.rows.length === 0) return unbroken(faulted);
  const at = placeOf(url);
  // A single row is followed by an empty page.
  const isLast = at + 1 >= Math.max(found.rows.length, 2);
  const token = `${TURNED}${at + 1}`;
  url.searchParams.set("page", token);
  const rows = found.rows.slice(at, at + 1);
  const next = isLast
    ? {}
    : { nextPageToken: token, "@odata.nextLink": url.href, _links: { next: { href: url.href } } };
  const turned = found.name === undefined ? rows : { ...(body as object), [found.name]: rows, isLast, ...next };
  const headers = isLast ? answer.headers : { ...answer.headers, link: `<${url.href}>; rel="next"` };
  unbroken({ ...faulted, answer: { ...answer, headers, body: Buffer.from(JSON.stringify(turned)) } });
};

function isTurnedByPeer({ searchParams }: URL, { answer }: FaultedAnswer, body: unknown): boolean {
  const own = ownPlaces.some((name) => searchParams.get(name)?.startsWith(TURNED) === false);
  const named = body !== null && typeof body === "object" && ("nextPageToken" in body || "@odata.nextLink" in body);
  return own || named || answer.headers["link"] !== undefined;
}

/** Whether a request is for a later page of a list: one that was turned here, or by the peer, or counted as Jira does. */
export function isTurned(path: string): boolean {
  const { searchParams: query } = new URL(path, "http://vendor");
  const isTurnedHere = [...query.values()].some((value) => value.startsWith(TURNED));
  return isTurnedHere || Number(query.get("startAt") ?? 0) > 0 || ownPlaces.some((name) => query.has(name));
}

/** The request for the whole list, which the peer knows. */
export function unturned(path: string): string {
  const url = new URL(path, "http://vendor");
  for (const [name, value] of [...url.searchParams])
    if (value.startsWith(TURNED) || name === "startAt") url.searchParams.delete(name);
  return isTurned(path) ? `${url.pathname}${url.search}` : path;
}

function placeOf({ searchParams }: URL): number {
  const turned = [...searchParams.values()].find((value) => value.startsWith(TURNED));
  return turned === undefined ? Number(searchParams.get("startAt") ?? 0) : Number(turned.slice(TURNED.length));
}

function listIn(body: unknown): { readonly name: string | undefined; readonly rows: readonly unknown[] } | undefined {
  if (Array.isArray(body)) return { name: undefined, rows: body };
  const named = Object.entries(body ?? {}).find(([name, value]) => rowsIn.test(name) && Array.isArray(value));
  return named && { name: named[0], rows: named[1] as unknown[] };
}

function jsonOf({ answer }: FaultedAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString());
  } catch {
    return undefined;
  }
}
