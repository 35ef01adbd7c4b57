import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OktaPeer } from "#tests/support/peers/okta.ts";
import { startPeer } from "#tests/support/peers/okta.ts";
import { onePerPage, resumeEverywhere } from "#tests/support/peers/resume.ts";
import { runOnPeer, wayToPeer } from "#tests/support/peers/way-to-peer.ts";
import { okta } from "./index.ts";

// A stateful Okta that nobody here wrote: who leaves there has to be seen by the next run.

describe("on an organization that changes", () => {
  let peer: OktaPeer;
  beforeAll(async () => {
    peer = await startPeer();
  });
  afterAll(async () => peer?.close());

  const run = (now?: Date) => runOnPeer(okta, { ...peer, now });

  test("every step is complete, and a token of a read-only administrator may be used", async () => {
    const { steps, account } = await run();
    expect(steps.filter(({ status }) => status !== "complete")).toEqual([]);
    expect(account.granted).toContain("role:READ_ONLY_ADMIN");
    expect(account.granted!.filter((item) => okta.manifest.scopes.forbidden.some((each) => each.test(item)))).toEqual(
      [],
    );
  });

  test("an Admin Console that our role does not see leaves its checks open", async () => {
    const { check } = await run();
    expect(check("okta.admin-console.mfa")).toMatchObject({ outcome: "unknown" });
    expect(check("okta.session.mfa")).toMatchObject({ outcome: "pass" });
  });

  test("a leaver who keeps an application is found, and is fine again once the assignment is gone", async () => {
    const users = await peer.change("GET", "/api/v1/users?limit=200");
    const apps = await peer.change("GET", "/api/v1/apps?limit=200");
    const rowan = users.find((user: any) => user.profile.login === "rowan@hollis.example").id;
    const clio = apps.find((app: any) => app.label === "Clio").id;
    await peer.change("PUT", `/api/v1/apps/${clio}/users/${rowan}`);
    expect((await run()).check("okta.user.gone-assigned").outcome).toBe("pass");

    await peer.change("POST", `/api/v1/users/${rowan}/lifecycle/deactivate`);
    const { check, items } = await run();
    expect(check("okta.user.gone-assigned")).toMatchObject({ outcome: "fail" });
    expect(check("okta.user.gone-assigned").reason).toContain("rowan@hollis.example in Clio");
    expect(items.filter(({ subject }) => subject.id === rowan && subject.type === "user")).toHaveLength(1);

    await peer.change("DELETE", `/api/v1/apps/${clio}/users/${rowan}`);
    expect((await run()).check("okta.user.gone-assigned").outcome).toBe("pass");
  });

  test("whoever never signs in is found after 90 days, the deactivated excepted", async () => {
    expect((await run()).check("okta.user.inactive").outcome).toBe("pass");
    const later = await run(new Date(Date.now() + 92 * 86_400_000));
    const { outcome, observations } = later.check("okta.user.inactive");
    expect(outcome).toBe("fail");
    const found = observations
      .filter((observation) => observation.outcome === "fail")
      .map(({ resource }) => resource.label);
    expect(found).not.toContain("rowan@hollis.example");
  });

  test("an interrupted run goes on behind any checkpoint, also between pages, without an item lost or doubled", async () => {
    const { http, close } = wayToPeer(okta, peer);
    const context = { http: onePerPage(http), typed: peer.typed, method: peer.method, now: () => new Date() };
    const resumed = await resumeEverywhere(okta, context).finally(close);
    expect(resumed.differences).toEqual([]);
    expect(resumed.checkpoints).toBeGreaterThanOrEqual(7);
  });
});
