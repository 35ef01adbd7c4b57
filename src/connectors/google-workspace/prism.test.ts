import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runOnce } from "#tests/support/peers/collect.ts";
import { startPeer } from "#tests/support/peers/google-workspace.ts";
import { plainHttp } from "#tests/support/peers/plain-http.ts";
import { googleWorkspace } from "./index.ts";

const now = () => new Date("2026-11-21T10:00:00Z");

describe("on Google's own description", () => {
  let peer: Awaited<ReturnType<typeof startPeer>>;
  beforeAll(async () => {
    peer = await startPeer();
  });
  afterAll(async () => peer?.close());

  const run = async (change?: Parameters<typeof plainHttp>[0]["change"]) => {
    const { http } = plainHttp({
      origins: peer.endpoints,
      headers: { authorization: "Bearer anything" },
      ...(change && { change }),
    });
    return await runOnce(googleWorkspace, { http, typed: peer.typed, method: peer.method, now });
  };

  test("asks every planned question of the Directory API in its words, and each step ends complete", async () => {
    const { steps } = await run();
    expect(steps.filter(({ status }) => status !== "complete")).toEqual([]);
    expect([...new Set(peer.asked())].toSorted()).toEqual([
      "200 /admin/directory/v1/customer/my_customer/roleassignments",
      "200 /admin/directory/v1/customers/my_customer",
      "200 /admin/directory/v1/users",
    ]);
  });

  test.each([
    ["gws.user.2sv-enrolled", "/users", "unknown"],
    ["gws.admin.count", "/users", "unknown"],
    ["gws.admin.suspended-role", "/roleassignments", "unknown"],
    ["gws.policy.password", "/v1/policies", "unknown"],
    ["gws.token.broad-apps", "/reports/", "unknown"],
  ])("%s with %s refused is %s", async (check, path, outcome) => {
    const { check: result } = await run((url, answer) =>
      url.includes(path) ? { ...answer, status: 403, body: {} } : answer,
    );
    expect(result(check)).toMatchObject({ outcome });
  });

  test("a rule that Google does not show is unknown, and not off", async () => {
    expect((await run()).check("gws.policy.auto-forward")).toMatchObject({ outcome: "unknown" });
  });
});
