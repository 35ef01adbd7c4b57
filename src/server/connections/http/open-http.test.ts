import { afterEach, expect, test } from "vitest";
import { CredentialsRefused } from "#connectors/http.ts";
import type { RequestFailed } from "#connectors/http.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { json, startVendor } from "#tests/support/answering-server.ts";
import type { Answering, Vendor } from "#tests/support/answering-server.ts";
import { bearer, httpTo, waitingClock } from "#tests/support/way-out.ts";
import type { AnswerCache, KeptAnswer } from "./answer-cache.ts";

let open: Vendor[] = [];
afterEach(async () => {
  await Promise.all(open.map((vendor) => vendor.close()));
  open = [];
});

async function vendorThat(answers: Answering): Promise<Vendor> {
  const vendor = await startVendor(answers);
  open.push(vendor);
  return vendor;
}

const failureOf = async (sent: Promise<unknown>) =>
  (await sent.then(
    () => expect.fail("it was answered"),
    (error: unknown) => error,
  )) as RequestFailed;

const ask = { endpoint: "api", path: "/things" };

test("an answer comes with its status, headers in lower case, and the time at which the vendor gave it", async () => {
  const clock = waitingClock(new Date("2026-03-01T10:00:00Z"));
  const vendor = await vendorThat((response) =>
    json(response, { n: 1 }, 200, { Date: "Sun, 01 Mar 2026 09:58:00 GMT", "X-Total": "7" }),
  );
  const answer = await httpTo(vendor.origin, { clock }).http.send({
    ...ask,
    query: { a: 1, b: ["x", "y"], c: undefined },
  });
  expect(answer).toMatchObject({ status: 200, at: "2026-03-01T09:58:00.000Z" });
  expect(answer.headers["x-total"]).toBe("7");
  expect(answer.json()).toEqual({ n: 1 });
  expect(vendor.arrived[0]).toMatchObject({ method: "GET", path: "/things?a=1&b=x&b=y" });
  expect(vendor.arrived[0]!.headers).toMatchObject({
    authorization: "Bearer a-token-of-the-test",
    accept: "application/json",
  });
});

test("a vendor whose clock is more than five minutes off is not asked for the time", async () => {
  const clock = waitingClock(new Date("2026-03-01T10:00:00Z"));
  const vendor = await vendorThat((response) => json(response, {}, 200, { Date: "Sun, 01 Mar 2026 09:54:00 GMT" }));
  expect((await httpTo(vendor.origin, { clock }).http.send(ask)).at).toBe("2026-03-01T10:00:00.000Z");
});

test("a connector cannot say who it is: its own Authorization and Cookie are left out", async () => {
  const vendor = await vendorThat((response) => json(response, {}));
  await httpTo(vendor.origin).http.send({
    ...ask,
    headers: { Authorization: "Bearer other", Cookie: "a=b", "X-Version": "2" },
  });
  expect(vendor.arrived[0]!.headers).toMatchObject({ authorization: "Bearer a-token-of-the-test", "x-version": "2" });
  expect(vendor.arrived[0]!.headers.cookie).toBeUndefined();
});

test("401 brings fresh credentials once, also for requests that were refused at the same time", async () => {
  let token = "old-token";
  let refreshed = 0;
  const authorizer = {
    headersFor: async () => ({ authorization: token }),
    refresh: async () => {
      refreshed += 1;
      token = "new-token";
      return true;
    },
    secrets: () => [token],
  };
  const vendor = await vendorThat((response, { headers }) =>
    json(response, {}, headers.authorization === "new-token" ? 200 : 401),
  );
  const { http } = httpTo(vendor.origin, { authorizer });
  const answers = await Promise.all([http.send(ask), http.send(ask), http.send(ask)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(refreshed).toBe(1);
});

test("401 again ends the run: nothing more is sent", async () => {
  const vendor = await vendorThat((response) => json(response, {}, 401));
  const { http } = httpTo(vendor.origin, { authorizer: { ...bearer("used-up-token"), refresh: async () => true } });
  await expect(http.send(ask)).rejects.toThrow(CredentialsRefused);
  expect(vendor.arrived).toHaveLength(2);
  await expect(http.send(ask)).rejects.toThrow(CredentialsRefused);
  expect(vendor.arrived).toHaveLength(2);
});

test("a plain 403 is denied at once, with the permissions that the vendor names", async () => {
  const vendor = await vendorThat((response) =>
    json(response, {}, 403, { "X-Accepted-GitHub-Permissions": "administration=read; contents=write" }),
  );
  const failure = await failureOf(httpTo(vendor.origin).http.send(ask));
  expect(failure).toMatchObject({
    kind: "denied",
    status: 403,
    message: "403 Forbidden at /things",
    missing: ["administration:read"],
  });
  expect(vendor.arrived).toHaveLength(1);
});

test("404 is unavailable, unless it was said to be an answer", async () => {
  const vendor = await vendorThat((response) => json(response, { message: "Not Found" }, 404));
  const { http } = httpTo(vendor.origin);
  expect(await failureOf(http.send(ask))).toMatchObject({ kind: "unavailable", status: 404 });
  expect((await http.send({ ...ask, accept: [404] })).status).toBe(404);
});

test("5xx, resets and half answers get three tries, and then it has failed", async () => {
  const ways: Answering[] = [
    (response) => json(response, {}, 502),
    (response) => response.destroy(),
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"half":', () => response.destroy());
    },
    (response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" });
      response.write('{"half":', () => response.destroy());
    },
  ];
  for (const way of ways) {
    const vendor = await vendorThat(way);
    const { http, clock } = httpTo(vendor.origin);
    expect((await failureOf(http.send(ask))).kind).toBe("failed");
    expect(vendor.arrived).toHaveLength(3);
    expect(clock.waits).toEqual([1_000, 2_000]);
  }
});

test("what is whole again at the third try is an answer like any other", async () => {
  const vendor = await vendorThat((response, _, number) => (number < 3 ? response.destroy() : json(response, [1, 2])));
  const { http, records } = httpTo(vendor.origin);
  expect((await http.send(ask)).json()).toEqual([1, 2]);
  expect(records.map(({ attempt, status, failure }) => [attempt, status, failure])).toEqual([
    [1, 0, "the connection was reset"],
    [2, 0, "the connection was reset"],
    [3, 200, undefined],
  ]);
});

test("a vendor that is silent is not waited for", async () => {
  const vendor = await vendorThat(() => {});
  const { http, records } = httpTo(vendor.origin, { limits: { totalMs: 40 } });
  const failure = await failureOf(http.send(ask));
  expect(failure).toMatchObject({ kind: "failed", status: 0 });
  expect(records.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test("an answer that never ends is cut at its most bytes, and not asked for again", async () => {
  const vendor = await vendorThat((response) => json(response, "x".repeat(2_000)));
  const failure = await failureOf(httpTo(vendor.origin, { limits: { mostBytes: 1_000 } }).http.send(ask));
  expect(failure.kind).toBe("truncated");
  expect(vendor.arrived).toHaveLength(1);
});

test("what is no JSON is malformed", async () => {
  const vendor = await vendorThat((response) => void response.end('{"a":'));
  const answer = await httpTo(vendor.origin).http.send(ask);
  expect(() => answer.json()).toThrow(expect.objectContaining({ kind: "malformed" }));
});

test("a redirect is not followed; the error names its host", async () => {
  const vendor = await vendorThat(
    (response) => void response.writeHead(302, { location: "https://evil.example/x?token=1" }).end(),
  );
  const failure = await failureOf(httpTo(vendor.origin).http.send(ask));
  expect(failure).toMatchObject({ kind: "failed", status: 302 });
  expect(failure.message).toContain("redirects /things to evil.example");
  expect(vendor.arrived).toHaveLength(1);
});

test("a private address is refused before anything is sent, also when a name leads there", async () => {
  const vendor = await vendorThat((response) => json(response, {}));
  const lookup = ((_name: string, _options: unknown, answer: (error: null, all: object[]) => void) =>
    answer(null, [{ address: "127.0.0.1", family: 4 }])) as never;
  const { http } = httpTo("https://api.vendor.example", { egress: openEgress({ allowPrivate: false, lookup }) });
  const failure = await failureOf(http.send(ask));
  expect(failure).toMatchObject({ kind: "failed" });
  expect(failure.message).toContain("no public address");
  expect(vendor.arrived).toHaveLength(0);
});

test("an answer with an ETag is asked for by it, and 304 is that answer at a new time", async () => {
  const kept = new Map<string, KeptAnswer>();
  const cache: AnswerCache = {
    find: async (key) => kept.get(Buffer.from(key).toString("hex")),
    keep: async (key, answer) => void kept.set(Buffer.from(key).toString("hex"), answer),
  };
  const clock = waitingClock(new Date("2026-03-01T10:00:00Z"));
  const vendor = await vendorThat((response, { headers }) => {
    response.setHeader("date", clock.now().toUTCString());
    if (headers["if-none-match"] === '"one"') response.writeHead(304, { etag: '"one"' }).end();
    else json(response, ["a"], 200, { etag: '"one"', link: '</things?page=2>; rel="next"', "x-secret": "not kept" });
  });
  const { http } = httpTo(vendor.origin, { cache, clock });
  const first = await http.send(ask);
  await clock.sleep(60_000);
  const second = await http.send(ask);
  expect(vendor.arrived[1]!.headers["if-none-match"]).toBe('"one"');
  expect(second).toMatchObject({ status: 200, at: "2026-03-01T10:01:00.000Z" });
  expect(second.json()).toEqual(first.json());
  expect(second.headers["link"]).toBe(first.headers["link"]);
  expect([...kept.values()][0]!.headers).not.toHaveProperty("x-secret");
  // Another form of the same page is another answer.
  await http.send({ ...ask, headers: { accept: "application/xml" } });
  expect(vendor.arrived[2]!.headers["if-none-match"]).toBeUndefined();
});

test("when the run is stopped its requests end, with its reason", async () => {
  const stop = new AbortController();
  const vendor = await vendorThat(() => stop.abort(new Error("the process stops")));
  await expect(httpTo(vendor.origin, { signal: stop.signal }).http.send(ask)).rejects.toThrow("the process stops");
  expect(vendor.arrived).toHaveLength(1);
});
