import { expect, test } from "vitest";
import type { Json } from "./connector.ts";
import type { Http, HttpAnswer, HttpRequest } from "./http.ts";
import { CursorRefused, RequestFailed } from "./http.ts";
import { gapOf, item, unreadable } from "./observe.ts";
import { byLinkHeader, byNextUrl, byOffset, byToken, listAt, nextLink, pages } from "./paging.ts";
import type { Paging } from "./paging.ts";

interface Given {
  readonly body?: Json;
  readonly link?: string;
}

const answer = ({ body = [], link }: Given): HttpAnswer => ({
  status: 200,
  headers: link === undefined ? {} : { link },
  body: new TextEncoder().encode(JSON.stringify(body)),
  json: () => body,
  text: () => JSON.stringify(body),
  at: "2026-03-01T10:00:00.000Z",
});

/** A vendor that answers from a function, and what it was asked. */
function vendor(give: (request: HttpRequest, number: number) => Given) {
  const asked: string[] = [];
  const http: Http = {
    send: async (request) => {
      asked.push(`${request.path}${JSON.stringify(request.query ?? {})}`);
      return answer(give(request, asked.length));
    },
  };
  return { http, asked };
}

const first: HttpRequest = { endpoint: "api", path: "/users", query: { limit: 2 } };

async function read(http: Http, paging: Paging, options: { from?: Json; most?: number } = {}) {
  const seen: Json[] = [];
  const nexts: (Json | undefined)[] = [];
  const failure = await (async () => {
    for await (const page of pages(http, first, paging, options)) {
      seen.push(page.answer.json());
      nexts.push(page.next);
    }
  })().catch((error: unknown) => error as RequestFailed);
  return { seen, nexts, failure };
}

test("a Link header leads to the next page, and its own query takes the place of the first", async () => {
  const { http, asked } = vendor((_, number) =>
    number < 3 ? { body: number, link: `<https://v/users?page=${number + 1}>; rel="next"` } : { body: 3 },
  );
  const { seen, nexts } = await read(http, byLinkHeader);
  expect(seen).toEqual([1, 2, 3]);
  expect(nexts).toEqual(["https://v/users?page=2", "https://v/users?page=3", undefined]);
  expect(asked).toEqual(['/users{"limit":2}', "https://v/users?page=2{}", "https://v/users?page=3{}"]);
});

test("a URL or a token in the body leads to the next page; none, null or an empty one ends the list", async () => {
  for (const end of [{}, { next: null }, { next: "" }, []] as Json[]) {
    const urls = vendor((_, number) => ({ body: number === 1 ? { next: "https://v/2" } : end }));
    await read(urls.http, byNextUrl("next"));
    expect(urls.asked).toEqual(['/users{"limit":2}', "https://v/2{}"]);
    const tokens = vendor((_, number) => ({ body: number === 1 ? { next: "t2" } : end }));
    await read(tokens.http, byToken("pageToken", "next"));
    expect(tokens.asked).toEqual(['/users{"limit":2}', '/users{"limit":2,"pageToken":"t2"}']);
  }
});

test("counting goes on from the rows that came, and ends at a page without any", async () => {
  const { http, asked } = vendor((_, number) => ({ body: number < 3 ? Array(number).fill(0) : [] }));
  await read(
    http,
    byOffset("startAt", (body) => body as Json[]),
  );
  expect(asked).toEqual(['/users{"limit":2}', '/users{"limit":2,"startAt":1}', '/users{"limit":2,"startAt":3}']);
});

test("counting ends where the vendor says that a page is the last", async () => {
  const { http, asked } = vendor(() => ({ body: { values: [1], isLast: true } }));
  await read(
    http,
    byOffset(
      "startAt",
      (body) => (body as { values: Json[] }).values,
      (body) => (body as { isLast: boolean }).isLast,
    ),
  );
  expect(asked).toHaveLength(1);
});

test("what was written into a checkpoint goes on behind its page", async () => {
  const { http, asked } = vendor(() => ({}));
  await read(http, byLinkHeader, { from: "https://v/users?page=7" });
  await read(
    http,
    byOffset("startAt", () => []),
    { from: 100 },
  );
  expect(asked).toEqual(["https://v/users?page=7{}", '/users{"limit":2,"startAt":100}']);
});

test.each([
  [400, "failed", CursorRefused],
  [410, "unavailable", CursorRefused],
  [422, "failed", CursorRefused],
  [403, "denied", RequestFailed],
  [500, "failed", RequestFailed],
] as const)("a next page that is answered %i has ended, or may not be read, or broke", async (status, kind, wanted) => {
  const refuse = () => {
    throw new RequestFailed(kind, "no", status);
  };
  const { http } = vendor((_, number) => (number === 1 ? { link: '<https://v/users?page=2>; rel="next"' } : refuse()));
  const { seen, failure } = await read(http, byLinkHeader);
  expect(seen).toHaveLength(1);
  expect(failure!.constructor).toBe(wanted);
  // Of a first page it says something else.
  expect((await read(vendor(refuse).http, byLinkHeader)).failure!.constructor).toBe(RequestFailed);
});

test("what else is an answer is one on the first page alone", async () => {
  const accepts: unknown[] = [];
  const { http } = vendor(({ accept }, number) => {
    accepts.push(accept);
    return number === 1 ? { link: '<https://v/users?page=2>; rel="next"' } : {};
  });
  for await (const _ of pages(http, { ...first, accept: [400] }, byLinkHeader)) continue;
  expect(accepts).toEqual([[400], undefined]);
});

test("pages that go in a circle are truncated behind those that were read", async () => {
  const self = vendor(() => ({ link: '<https://v/users?page=1>; rel="next"' }));
  expect((await read(self.http, byLinkHeader)).failure).toMatchObject({ kind: "truncated" });
  expect(self.asked).toHaveLength(2);
  const two = vendor((_, number) => ({ link: `<https://v/users?page=${number % 2}>; rel="next"` }));
  expect((await read(two.http, byLinkHeader)).failure).toMatchObject({ kind: "truncated" });
  expect(two.asked).toHaveLength(3);
});

test("a first page that names itself as the next is read once, however it names itself", async () => {
  for (const own of ["https://v/users?limit=2&q=a%20b", "https://v/users?q=a+b&limit=2", "/users?limit=2&q=a%20b"]) {
    const { http, asked } = vendor(() => ({ link: `<${own}>; rel="next"` }));
    const request = { ...first, query: { limit: 2, q: "a b", none: undefined } };
    const readAll = async () => {
      for await (const page of pages(http, request, byLinkHeader)) expect(page.answer.status).toBe(200);
    };
    await expect(readAll()).rejects.toMatchObject({ kind: "truncated" });
    expect(asked).toHaveLength(1);
  }
});

test("a vendor who does not turn the page is truncated, and its rows are given once", async () => {
  const rows = Array.from({ length: 30 }, (_, id) => ({ id }));
  const { http, asked } = vendor(() => ({ body: rows }));
  const { seen, failure } = await read(
    http,
    byOffset("startAt", (body) => body as Json[]),
  );
  expect(failure).toMatchObject({ kind: "truncated", message: "/users gives the same page again" });
  expect(seen).toEqual([rows]);
  expect(asked).toHaveLength(2);
});

test("a list that grows for ever is truncated at its thousandth page", async () => {
  const { http, asked } = vendor((_, number) => ({ link: `<https://v/users?page=${number + 1}>; rel="next"` }));
  expect((await read(http, byLinkHeader)).failure).toMatchObject({
    kind: "truncated",
    message: "/users has more than 1000 pages",
  });
  expect(asked).toHaveLength(1_000);
});

test.each([
  ['<https://v/?page=2>; rel="next"', "https://v/?page=2"],
  ['<https://v/1>; rel="prev", <https://v/2>; rel="next", <https://v/9>; rel="last"', "https://v/2"],
  ["<https://v/?q=a,b;c>; rel=next", "https://v/?q=a,b;c"],
  ['<https://v/2>; title="x"; rel="last next"', "https://v/2"],
  ['<https://v/1>; rel="prev"; title="next"', undefined],
  ['<https://v/1>; rel="nextish"', undefined],
  ["", undefined],
  [undefined, undefined],
])("of the Link header %j the next page is %j", (header, next) => {
  expect(nextLink(header)).toBe(next);
});

test("a body without the list that it should have is malformed, never an empty list", () => {
  expect(listAt(answer({ body: { a: { b: [1] } } }), "a", "b")).toEqual([1]);
  for (const body of [{ a: {} }, { a: null }, [], null, "text"] as Json[])
    expect(() => listAt(answer({ body }), "a", "b")).toThrow(expect.objectContaining({ kind: "malformed" }));
});

const subject = { type: "repository", id: "1", label: "api" };

test("what one resource alone refuses becomes a gap, and names the permission", () => {
  const denied = new RequestFailed("denied", "403 Forbidden at /repos/a/api/hooks", 403, ["administration:read"]);
  expect(unreadable("a.hooks", subject, denied, "2026-03-01T10:00:00.000Z")).toMatchObject({
    data: null,
    gap: "403 Forbidden at /repos/a/api/hooks, needs administration:read",
  });
  expect(gapOf(new RequestFailed("unavailable", "404 Not Found at /x", 404))).toBe("404 Not Found at /x");
});

test.each(["truncated", "malformed", "failed"] as const)("%s ends the step", (kind) => {
  const error = new RequestFailed(kind, "why");
  expect(() => gapOf(error)).toThrow(error);
});

test("an item was observed when the vendor answered", () => {
  expect(item("a.hooks", subject, { n: 1 }, answer({}))).toEqual({
    kind: "a.hooks",
    subject,
    data: { n: 1 },
    observedAt: "2026-03-01T10:00:00.000Z",
  });
});
