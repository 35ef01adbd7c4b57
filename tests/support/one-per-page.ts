import { unbroken } from "./fault-proxy.ts";
import type { Fault, FaultedAnswer } from "./fault-proxy.ts";

import { ownPlaces, placeOf, TURNED } from "./turned-pages.ts";

/** Names under which vendors put the rows of a page. */
const rowsIn = /^(repositories|value|values|users|items|policies|issues|histories|records|results|roleAssignments)$/;

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
