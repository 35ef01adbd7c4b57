import { afterEach, describe, expect, test } from "vitest";
import { json, startVendor } from "#tests/support/answering-server.ts";
import type { Answering, Vendor } from "#tests/support/answering-server.ts";
import { readTestJson } from "#tests/support/test-data.ts";
import { httpTo, waitingClock } from "#tests/support/way-out.ts";

let vendor: Vendor | undefined;
afterEach(() => vendor?.close());

const ask = { endpoint: "api", path: "/things" };
const noon = new Date("2026-03-01T12:00:00Z");
const http = (date: Date) => date.toUTCString();

/** Refuses the first request in this way and answers the second; how long was waited in between. */
async function waitedFor(answer: Answering): Promise<number[]> {
  vendor = await startVendor((response, request, number) =>
    number === 1 ? answer(response, request, number) : json(response, {}),
  );
  const { http: wayOut, clock } = httpTo(vendor.origin, { clock: waitingClock(noon) });
  expect((await wayOut.send(ask)).status).toBe(200);
  return clock.waits;
}

interface Refusal {
  readonly status: number;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const recorded = readTestJson<Record<string, Refusal>>("github/refusals.json");

/** WireMock's templates of time, as they would have been answered at noon. */
const rendered = (text: string) =>
  text.replace(/\{\{(?:now|testStartDate)([^}]*)\}\}/g, (_, options: string) => {
    const at = new Date(noon.getTime() + Number(/offset='(\d+) seconds'/.exec(options)?.[1] ?? 0) * 1_000);
    return options.includes("unix") ? String(at.getTime() / 1_000) : http(at);
  });

describe("GitHub's recorded refusals", () => {
  // Full jitter with half of chance: half of one minute where the recording does not say how long.
  const waits: Record<string, number> = {
    testHandler_Wait: 2_000,
    testHandler_WaitStuck: 3_000,
    testHandler_Fail: 30_000,
    testHandler_HttpStatus_Fail: 30_000,
    testHandler_Wait_Secondary_Limits: 30_000,
    testHandler_Wait_Secondary_Limits_Body_Marker_Only: 30_000,
    testHandler_Wait_Secondary_Limits_Too_Many_Requests: 8_000,
    testHandler_Wait_Secondary_Limits_Too_Many_Requests_Date_Retry_After: 8_000,
    testHandler_Wait_Secondary_Limits_Too_Many_Requests_Date_Retry_After_Missing_Date_Header: 8_000,
    testHandler_Wait_Secondary_Limits_Too_Many_Requests_No_Retry_After: 30_000,
  };

  test("each of them is known here", () => {
    expect(Object.keys(recorded).toSorted()).toEqual(Object.keys(waits).toSorted());
  });

  test.each(Object.entries(waits))("%s is waited for, and asked again", async (name, ms) => {
    const refusal = recorded[name]!;
    const headers = Object.entries(refusal.headers).filter(
      ([header]) => !/^(transfer-encoding|content-length)$/i.test(header),
    );
    const waited = await waitedFor((response) => {
      response.sendDate = false;
      response.writeHead(
        refusal.status,
        Object.fromEntries(headers.map(([header, value]) => [header, rendered(String(value))])),
      );
      response.end(refusal.body ?? "");
    });
    expect(waited).toEqual([ms]);
  });
});

test("a date to wait for is counted from the vendor's own clock, however wrong it is", async () => {
  const theirs = new Date(noon.getTime() - 3_600_000);
  const until = new Date(theirs.getTime() + 45_000);
  expect(
    await waitedFor((response) => json(response, {}, 429, { Date: http(theirs), "Retry-After": http(until) })),
  ).toEqual([45_000]);
});

test("without a request remaining the reset is waited for", async () => {
  const reset = String(noon.getTime() / 1_000 + 90);
  expect(
    await waitedFor((response) =>
      json(response, {}, 403, { Date: http(noon), "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset }),
    ),
  ).toEqual([90_000]);
});

test("503 with Retry-After is a limit, and without it a failure that is tried three times", async () => {
  expect(await waitedFor((response) => json(response, {}, 503, { "Retry-After": "7" }))).toEqual([7_000]);
});

test("what the manifest calls a limit is one", async () => {
  vendor = await startVendor((response, _, number) =>
    number === 1 ? json(response, { error: { errors: [{ reason: "rateLimitExceeded" }] } }, 403) : json(response, {}),
  );
  const limited = (status: number, body: string) => status === 403 && body.includes("rateLimitExceeded");
  const { http: wayOut, clock } = httpTo(vendor.origin, { limited });
  await wayOut.send(ask);
  expect(clock.waits).toEqual([30_000]);
});

test("after five tries the rest is for the next run", async () => {
  vendor = await startVendor((response) => json(response, {}, 429, { "Retry-After": "1" }));
  await expect(httpTo(vendor.origin).http.send(ask)).rejects.toMatchObject({ kind: "truncated", status: 429 });
  expect(vendor.arrived).toHaveLength(5);
});

test("where the vendor does not say how long, each wait may be twice as long as the last", async () => {
  vendor = await startVendor((response) => json(response, {}, 429));
  const { http: wayOut, clock } = httpTo(vendor.origin);
  await expect(wayOut.send(ask)).rejects.toMatchObject({ kind: "truncated" });
  expect(clock.waits).toEqual([30_000, 60_000, 120_000, 240_000]);
});

test("a run waits for its vendor for 20 minutes in all, and not at all for what would be longer", async () => {
  vendor = await startVendor((response) => json(response, {}, 429, { "Retry-After": "700" }));
  const { http: wayOut, clock } = httpTo(vendor.origin);
  await expect(wayOut.send(ask)).rejects.toMatchObject({ kind: "truncated" });
  expect(clock.waits).toEqual([700_000]);
  expect(vendor.arrived).toHaveLength(2);
});

test("while one request waits as the vendor asked, the others wait with it", async () => {
  vendor = await startVendor((response, _, number) =>
    number === 1 ? json(response, {}, 429, { "Retry-After": "60" }) : json(response, {}),
  );
  const clock = waitingClock(noon);
  const { http: wayOut, records } = httpTo(vendor.origin, {
    clock,
    budget: { requests: 1_000, perSeconds: 1, atOnce: 1 },
  });
  await Promise.all([wayOut.send(ask), wayOut.send(ask)]);
  const minuteLater = new Date(noon.getTime() + 60_000).toISOString();
  expect(records.map(({ at, status }) => [at, status])).toEqual([
    [noon.toISOString(), 429],
    [minuteLater, 200],
    [minuteLater, 200],
  ]);
});

test("GitHub's mark of a limit is enough, whatever the words are", async () => {
  expect(await waitedFor((response) => json(response, { message: "No" }, 403, { "gh-limited-by": "search" }))).toEqual([
    30_000,
  ]);
});
