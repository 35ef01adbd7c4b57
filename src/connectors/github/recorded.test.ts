import { describe, expect, test } from "vitest";
import { readTestJson, readTestText } from "#tests/support/test-data.ts";
import type { Json, StepContext } from "../connector.ts";
import type { Http } from "../http.ts";
import { RequestFailed } from "../http.ts";
import { probe } from "./probe.ts";
import { readClassic } from "./steps/classic-protection.ts";
import { members } from "./steps/members.ts";

// What GitHub itself once answered, recorded by others: hub4j/github-api and getprobo/probo (both MIT).

const now = () => new Date("2026-11-21T10:00:00Z");

/** Answers recorded bodies by the beginning of a path with its query; 404 to everything else. */
function recorded(bodies: Readonly<Record<string, Json>>): Http {
  return {
    send: async ({ path, query, accept }) => {
      const asked = `${path}?${Object.entries(query ?? {})
        .map(([name, value]) => `${name}=${String(value)}`)
        .join("&")}`;
      const found = Object.entries(bodies).find(([start]) => asked.startsWith(start));
      const status = found ? 200 : 404;
      if (!found && !accept?.includes(404)) throw new RequestFailed("unavailable", `404 at ${path}`, 404);
      const body = found ? found[1] : { message: "Not Found" };
      const text = JSON.stringify(body);
      return {
        status,
        headers: {},
        body: new Uint8Array(),
        json: () => body,
        text: () => text,
        at: "2026-03-26T13:20:24Z",
      };
    },
  };
}

describe("on what GitHub answered", () => {
  const path = "/repos/hub4j-test-org/temp/branches/main/protection";

  test("a protection that asks for one review is read as one, which administrators may pass by", async () => {
    const body = readTestJson<Json>("github/protection-one-review.json");
    expect((await readClassic(recorded({ [path]: body }), "hub4j-test-org/temp", "main")).protection).toEqual({
      approvals: 1,
      dismissesStale: false,
      statusChecks: 0,
      bypass: "nobody",
      bindsAdmins: false,
      forcePushes: false,
      deletions: false,
    });
  });

  test("what an older protection does not speak of is not known", async () => {
    const body = readTestJson<Json>("github/protection-bare.json");
    const { protection } = await readClassic(recorded({ [path]: body }), "hub4j-test-org/temp", "main");
    expect(protection).toMatchObject({ approvals: 0, bindsAdmins: false, forcePushes: null, deletions: null });
  });

  test("a 404 that does not say that the branch is unprotected is a permission that is missing", async () => {
    await expect(readClassic(recorded({}), "hub4j-test-org/temp", "main")).rejects.toMatchObject({ kind: "denied" });
  });

  test("nobody without a second factor means that everybody has one", async () => {
    const [all, without] = [...readTestText("github/members.yaml").matchAll(/^ {8}body: '(\[.*\])'$/gm)].map(
      ([, body]) => JSON.parse(body!.replaceAll("''", "'")) as Json,
    );
    const http = recorded({
      "/orgs/acme-corp/members?filter=2fa_disabled": without!,
      "/orgs/acme-corp/members?role=admin": all!,
      "/orgs/acme-corp/members?role=member": [],
      "/orgs/acme-corp/outside_collaborators": [],
    });
    const account = { id: "1", label: "acme-corp", granted: undefined, facts: { organization: "acme-corp" } };
    const context: StepContext = {
      http,
      typed: {},
      method: "token",
      now,
      account,
      settings: {},
      items: () => [],
      cursor: undefined,
    };
    const items = [];
    for await (const item of members.collect(context)) if ("kind" in item) items.push(item);
    expect(items.map(({ data }) => data)).toEqual([{ login: "jdoe", role: "admin", twoFactor: true }]);
  });

  test("an installation is its organization, unless it is suspended", async () => {
    const [listed] = readTestJson<Json[]>("github/installations.json");
    const [suspended] = readTestJson<Json[]>("github/installations-suspended.json");
    const probed = (installation: Json) =>
      probe({
        http: recorded({ "/app/installations/7": installation }),
        typed: { installationId: "7" },
        method: "app",
        now,
      });
    expect(await probed(listed!)).toMatchObject({ id: "7544739", label: "hub4j-test-org", granted: [] });
    await expect(probed(suspended!)).rejects.toMatchObject({ kind: "denied" });
  });
});
