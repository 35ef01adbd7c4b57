import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proposalsIn } from "#domain/registers/proposals.ts";
import { startPeer as startGithub } from "#tests/support/peers/github.ts";
import { startPeer as startMicrosoft } from "#tests/support/peers/microsoft-365.ts";
import { startPeer as startOkta } from "#tests/support/peers/okta.ts";
import type { OktaPeer } from "#tests/support/peers/okta.ts";
import type { Peer } from "#tests/support/peers/peer.ts";
import { plainHttp } from "#tests/support/peers/plain-http.ts";
import { runOnce } from "#tests/support/peers/collect.ts";
import type { Run } from "#tests/support/peers/collect.ts";
import { runOnPeer } from "#tests/support/peers/way-to-peer.ts";
import type { Connector } from "./connector.ts";
import { github } from "./github/index.ts";
import { microsoft365 } from "./microsoft-365/index.ts";
import { okta } from "./okta/index.ts";
import { populationOfShape } from "./shape.ts";
import { mappings } from "./shapes.ts";

// What a run of a connector proposes for registers, on what others wrote: emulate answers as Okta and as GitHub do, and Prism as Microsoft
// describes its Graph.

/** What the exhibit of a run proposes: its register, what the record will be called and what was seen. */
function proposedBy({ manifest: { id, settings } }: Connector, { account, items, steps }: Run) {
  const sealed = { provider: id, account, items, steps, settings: settings.parse({}) };
  return proposalsIn({
    systemId: "s1",
    accounts: populationOfShape(mappings[id], "account", sealed),
    grants: populationOfShape(mappings[id], "grant", sealed),
    devices: populationOfShape(mappings[id], "device", sealed),
    applications: populationOfShape(mappings[id], "application", sealed),
  }).map(({ register, title, detail, fields }) => ({ register, title, detail, fields }));
}
const administrator = (title: string, detail: string) => ({
  register: "approvals",
  title,
  detail,
  fields: { subject: title, kind: "administrator", systemId: "s1" },
});
const vendor = (title: string, detail: string) => ({
  register: "vendors",
  title,
  detail,
  fields: { name: title, applications: [title] },
});

describe("a run on an organization of Okta", () => {
  let peer: OktaPeer;
  beforeAll(async () => {
    peer = await startOkta(["grace@hollis.example"]);
  });
  afterAll(async () => peer?.close());
  const proposed = async () => proposedBy(okta, await runOnPeer(okta, peer));

  test("proposes its administrators for approval and its applications as vendors, and nobody who reads alone", async () => {
    expect(await proposed()).toEqual([
      administrator("grace@hollis.example", "Super admin"),
      vendor("Sample OIDC App", "0 people use it"),
      vendor("Clio", "0 people use it"),
    ]);
  });

  test("says how many people use an application, and proposes no administrator who was disabled since", async () => {
    const users = await peer.change("GET", "/api/v1/users?limit=200");
    const [clio] = (await peer.change("GET", "/api/v1/apps?limit=200")).filter(({ label }: any) => label === "Clio");
    const idOf = (login: string) => users.find((user: any) => user.profile.login === login).id;
    await peer.change("PUT", `/api/v1/apps/${clio.id}/users/${idOf("rowan@hollis.example")}`);
    expect(await proposed()).toContainEqual(vendor("Clio", "1 person uses it"));
    await peer.change("POST", `/api/v1/users/${idOf("grace@hollis.example")}/lifecycle/deactivate`);
    expect((await proposed()).filter(({ register }) => register === "approvals")).toEqual([]);
  });
});

describe("a run on an organization of GitHub", () => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await startGithub();
  });
  afterAll(async () => peer?.close());

  test("proposes its owners for approval, and no member", async () => {
    expect(proposedBy(github, await runOnPeer(github, peer))).toEqual([
      administrator("ada", "Admin"),
      administrator("grace", "Admin"),
    ]);
  });
});

describe("a run on a tenant of Microsoft", () => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await startMicrosoft();
  });
  afterAll(async () => peer?.close());

  test("proposes managed devices, of which phones and tablets say what they are, and whoever holds a role that nobody listed", async () => {
    const device = (deviceName: string, operatingSystem: string) => ({ deviceName, operatingSystem });
    const listed = [device("iPhone 12", "iOS"), device("Tab", "iPadOS"), device("LT-7", "Windows")];
    const { http } = plainHttp({
      origins: peer.endpoints,
      headers: { authorization: "Bearer anything" },
      // Microsoft's example of a device, of three that differ.
      change: (url, answer) => {
        if (!url.includes("/deviceManagement/managedDevices")) return answer;
        const [example] = (answer.body as { readonly value: readonly object[] }).value;
        const value = listed.map((own, at) => ({ ...example, ...own, id: `d${at}` }));
        return { ...answer, body: { value } };
      },
    });
    const now = () => new Date("2026-11-21T10:00:00Z");
    const run = await runOnce(microsoft365, { http, typed: peer.typed, method: peer.method, now });
    const found = proposedBy(microsoft365, run);
    expect(found.filter(({ register }) => register === "devices")).toEqual([
      {
        register: "devices",
        title: "iPhone 12",
        detail: "iOS",
        fields: { name: "iPhone 12", systemId: "s1", kind: "phone" },
      },
      { register: "devices", title: "Tab", detail: "iPadOS", fields: { name: "Tab", systemId: "s1", kind: "tablet" } },
      { register: "devices", title: "LT-7", detail: "Windows", fields: { name: "LT-7", systemId: "s1" } },
    ]);
    expect(found).toContainEqual(administrator("string", "What this role may do was not read"));
    // The applications that a tenant registered are its own.
    expect(run.items.filter(({ kind }) => kind === "ms.application")).toHaveLength(1);
    expect(found.filter(({ register }) => register === "vendors")).toEqual([]);
  });
});
