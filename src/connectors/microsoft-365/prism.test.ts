import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runOnce } from "#tests/support/peers/collect.ts";
import { startPeer } from "#tests/support/peers/microsoft-365.ts";
import { plainHttp } from "#tests/support/peers/plain-http.ts";
import type { PeerAnswer } from "#tests/support/peers/plain-http.ts";
import { readTestJson } from "#tests/support/test-data.ts";
import { microsoft365 } from "./index.ts";

const now = () => new Date("2026-11-21T10:00:00Z");

describe("on Microsoft's own description", () => {
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
    return await runOnce(microsoft365, { http, typed: peer.typed, method: peer.method, now });
  };

  test("asks every planned question in its words, and each step ends complete", async () => {
    const { steps } = await run();
    expect(steps.filter(({ status }) => status !== "complete")).toEqual([]);
    expect(peer.asked().filter((line) => !line.startsWith("200 "))).toEqual([]);
    expect([...new Set(peer.asked())].toSorted()).toEqual([
      "200 /applications",
      "200 /auditLogs/directoryAudits",
      "200 /deviceManagement/managedDevices",
      "200 /identity/conditionalAccess/policies",
      "200 /identityProtection/riskyUsers",
      "200 /organization",
      "200 /policies/authorizationPolicy",
      "200 /policies/identitySecurityDefaultsEnforcementPolicy",
      "200 /roleManagement/directory/roleAssignments",
      "200 /users",
    ]);
  });

  const refusing =
    (path: string, code: string) =>
    (url: string, answer: { status: number; headers: Readonly<Record<string, string>>; body: any }) =>
      url.includes(path) ? { ...answer, status: 403, body: { error: { code, message: "" } } } : answer;

  test.each([
    ["ms.risk.users", "/riskyUsers", "Authorization_RequestDenied", "unknown"],
    ["ms.risk.users", "/riskyUsers", "Authentication_RequestFromNonPremiumTenantOrB2CTenant", "not applicable"],
    ["ms.ca.mfa-all", "/conditionalAccess/policies", "Authorization_RequestDenied", "unknown"],
    ["ms.user.inactive", "/users", "Authorization_RequestDenied", "unknown"],
  ])("%s with %s refused as %s is %s", async (check, path, code, outcome) => {
    expect((await run(refusing(path, code))).check(check)).toMatchObject({ outcome });
  });

  test("reads the conditional access policies that ScubaGear exported from a real tenant", async () => {
    const camel = (value: any): any => {
      if (Array.isArray(value)) return value.map(camel);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name[0]!.toLowerCase() + name.slice(1), camel(item)]),
      );
    };
    const policies = camel(readTestJson("microsoft-365/conditional-access-policies.json"));
    const { items, check } = await run((url, answer): PeerAnswer => {
      if (url.includes("/conditionalAccess/policies")) return { ...answer, body: { value: policies } };
      return url.includes("SecurityDefaults")
        ? { ...answer, body: { ...(answer.body as object), isEnabled: false } }
        : answer;
    });
    expect(items.filter(({ kind }) => kind === "ms.ca_policy")).toHaveLength(policies.length);
    expect([check("ms.ca.mfa-all").outcome, check("ms.ca.legacy-blocked").outcome]).toEqual(["pass", "pass"]);
  });
});
