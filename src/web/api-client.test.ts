import { afterEach, expect, test, vi } from "vitest";
import { createClient, queriesOf } from "./api-client.ts";

const routes = {
  evidence: {
    list: "GET /companies/{companyId}/evidence",
    rename: "PATCH /companies/{companyId}/evidence/{evidenceId}",
  },
};

afterEach(() => vi.unstubAllGlobals());

const client = createClient("https://exhibit.example/api/v1", routes) as any;
function answering(answer: Response | Error) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("what is read is asked for by its address alone: its path's names filled in, the rest as the query, nothing unsaid", async () => {
  const fetched = answering(Response.json({ items: [] }));
  const answer = await client.evidence.list({ companyId: "a/b", search: "x & y", limit: 50, after: undefined });
  expect(answer).toEqual({ items: [] });
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe("https://exhibit.example/api/v1/companies/a%2Fb/evidence?search=x+%26+y&limit=50");
  expect([init.method, init.body]).toEqual(["GET", undefined]);
});

test("a change is sent as JSON, without what its path says", async () => {
  const fetched = answering(new Response(""));
  expect(await client.evidence.rename({ companyId: "c", evidenceId: "e", name: "New", note: null })).toBeUndefined();
  const [url, init] = fetched.mock.calls[0]!;
  expect([url, init.method]).toEqual(["https://exhibit.example/api/v1/companies/c/evidence/e", "PATCH"]);
  expect(JSON.parse(init.body as string)).toEqual({ name: "New", note: null });
});

test("a failure comes as the server said it, an absent server as unreachable, and what another machine answers as no answer of ours", async () => {
  answering(Response.json({ code: "not-found", message: "Not here." }, { status: 404 }));
  await expect(client.evidence.list({ companyId: "c" })).rejects.toMatchObject({
    code: "not-found",
    message: "Not here.",
  });
  answering(new TypeError("Failed to fetch"));
  await expect(client.evidence.list({ companyId: "c" })).rejects.toMatchObject({ code: "unreachable", status: 0 });
  answering(new Response("<html>Sign in to the hotel's network</html>"));
  await expect(client.evidence.list({ companyId: "c" })).rejects.toMatchObject({ code: "status-200" });
});

test("a request that was called off ends by its own reason", async () => {
  const stop = new AbortController();
  stop.abort(new Error("gone"));
  answering(new Error("gone"));
  await expect(client.evidence.list({ companyId: "c" }, { signal: stop.signal })).rejects.toThrow("gone");
});

test("a noun's key begins the keys of its verbs, and each input has its own", () => {
  const api = queriesOf(client) as any;
  const { queryKey } = api.evidence.list.queryOptions({ input: { companyId: "c" } });
  expect(queryKey).toEqual(api.evidence.list.queryKey({ input: { companyId: "c" } }));
  expect(queryKey[0].slice(0, 1)).toEqual(api.evidence.key()[0]);
  expect(queryKey).not.toEqual(api.evidence.list.queryKey({ input: { companyId: "d" } }));
  const pages = api.evidence.list.infiniteOptions({
    input: (after?: string) => ({ companyId: "c", after }),
    initialPageParam: undefined,
  });
  expect(pages.queryKey).not.toEqual(queryKey);
});
