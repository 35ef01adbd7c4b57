import { afterEach, expect, test } from "vitest";
import { json, startVendor } from "#tests/support/answering-server.ts";
import type { Vendor } from "#tests/support/answering-server.ts";
import { httpTo, waitingClock } from "#tests/support/way-out.ts";

let vendor: Vendor;
afterEach(() => vendor.close());

const noon = new Date("2026-03-01T12:00:00Z");
const ask = { endpoint: "api", path: "/things" };

test("never more than half of the vendor's budget is used, in any window of it", async () => {
  vendor = await startVendor((response) => json(response, {}));
  const { http, records } = httpTo(vendor.origin, {
    clock: waitingClock(noon),
    budget: { requests: 10, perSeconds: 60, atOnce: 3 },
  });
  for (let sent = 0; sent < 23; sent += 1) await http.send(ask);
  const times = records.map(({ at }) => Date.parse(at));
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(5);
  expect(times.at(-1)! - times[0]!).toBe(4 * 60_000);
});

test("a turn that is more than fifteen minutes off is for the next run", async () => {
  vendor = await startVendor((response) => json(response, {}));
  const { http } = httpTo(vendor.origin, {
    clock: waitingClock(noon),
    budget: { requests: 4, perSeconds: 3_600, atOnce: 1 },
  });
  await http.send(ask);
  await http.send(ask);
  await expect(http.send(ask)).rejects.toMatchObject({ kind: "truncated" });
  expect(vendor.arrived).toHaveLength(2);
});

test("no more requests are under way than the manifest allows", async () => {
  let [underWay, most] = [0, 0];
  vendor = await startVendor((response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      json(response, {});
    }, 15);
  });
  const { http } = httpTo(vendor.origin, { budget: { requests: 1_000, perSeconds: 1, atOnce: 3 } });
  await Promise.all(Array.from({ length: 12 }, () => http.send(ask)));
  expect(most).toBe(3);
});

const left = [
  [
    "GitHub's",
    (remaining: number, reset: number) => ({
      "x-ratelimit-remaining": remaining,
      "x-ratelimit-reset": reset,
      "x-ratelimit-resource": "core",
    }),
  ],
  [
    "Okta's",
    (remaining: number, reset: number) => ({ "x-rate-limit-remaining": remaining, "x-rate-limit-reset": reset }),
  ],
  [
    "the standard",
    (remaining: number, reset: number) => ({
      "ratelimit-remaining": remaining,
      "ratelimit-reset": reset - noon.getTime() / 1_000,
    }),
  ],
  [
    "Atlassian's",
    (remaining: number, reset: number) => ({
      "x-ratelimit-remaining": remaining,
      "x-ratelimit-reset": new Date(reset * 1_000).toISOString(),
    }),
  ],
] as const;

test.each(left)("of what %s headers say is left, half is left to others until it is renewed", async (_, headersFor) => {
  const clock = waitingClock(noon);
  const ends = noon.getTime() / 1_000 + 120;
  let remaining = 9;
  vendor = await startVendor((response) => {
    if (clock.now().getTime() / 1_000 >= ends) return json(response, {});
    remaining -= 1;
    json(response, {}, 200, { Date: noon.toUTCString(), ...headersFor(remaining, ends) });
  });
  const { http } = httpTo(vendor.origin, { clock });
  for (let sent = 0; sent < 8; sent += 1) await http.send(ask);
  expect(remaining).toBe(4);
  expect(clock.waits).toEqual([120_000]);
});

test("what one kind of request has used up does not keep another waiting", async () => {
  const clock = waitingClock(noon);
  const reset = noon.getTime() / 1_000 + 60;
  vendor = await startVendor((response, { path }) =>
    json(response, {}, 200, {
      Date: noon.toUTCString(),
      "x-rate-limit-remaining": path.includes("users") ? 1 : 100,
      "x-rate-limit-reset": reset,
    }),
  );
  const { http } = httpTo(vendor.origin, { clock });
  await http.send({ endpoint: "api", path: "/api/v1/users/00u1a/factors" });
  await http.send({ endpoint: "api", path: "/api/v1/logs" });
  await http.send({ endpoint: "api", path: "/api/v1/logs" });
  expect(clock.waits).toEqual([]);
  await http.send({ endpoint: "api", path: "/api/v1/users/00u2b/factors" });
  expect(clock.waits).toEqual([60_000]);
});
