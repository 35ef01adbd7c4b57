import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { googleWorkspace } from "#connectors/google-workspace/index.ts";
import { jira } from "#connectors/jira/index.ts";
import { microsoft365 } from "#connectors/microsoft-365/index.ts";
import { installedConnectors, withPeers } from "#server/connections/connectors.ts";
import { registered, scopesIn, SETTINGS } from "#tests/support/authorizers.ts";
import { callbackOf, followBack } from "#tests/support/follow-vendor.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { freePort } from "#tests/support/server-process.ts";
import { StrictProvider } from "#tests/support/strict-provider.ts";
import type { StrictVendor } from "#tests/support/strict-provider.ts";

// Whole links by the connectors' own manifests, from the dialog to the first run, at a certified provider.

const TENANT = "11111111-2222-3333-4444-555555555555";
const ADMINISTRATOR = "22222222-2222-3333-4444-555555555555";
/** The template of the role of Global Administrators, the same in every tenant. */
const GLOBAL_ADMINISTRATOR = "62e90394-69f5-4237-9190-012177145e10";
const audit = scopesIn(googleWorkspace, "sign-in").find((scope) => scope.endsWith("audit.readonly"))!;

let running: RunningApp;
const vendors: StrictProvider[] = [];
/** Permissions that the tenant's administrator granted our application. */
let roles: string[] = [];
/** Requests to Jira that are answered as if the token had ended. */
let ended = 0;
const api = { google: undefined, jira: undefined } as Record<string, StrictProvider | undefined>;

async function start(provider: string, port: number, vendor: Omit<StrictVendor, "client">): Promise<StrictProvider> {
  const redirect_uris = [`http://localhost:${port}/integrations/callback/${provider}`];
  const grant_types = ["authorization_code", "refresh_token", "client_credentials"];
  const path = await StrictProvider.start({ ...vendor, client: registered(provider, { redirect_uris, grant_types }) });
  vendors.push(path);
  return path;
}

beforeAll(async () => {
  const port = await freePort();
  api["google"] = await start("google-workspace", port, {
    routes: { authorization: "/o/oauth2/v2/auth", token: "/token", revocation: "/revoke" },
    scopes: scopesIn(googleWorkspace, "sign-in"),
    ticked: (scope) => scope !== audit,
    api: async ({ pathname }) => {
      if (pathname.endsWith("/customers/my_customer"))
        return { status: 200, body: { id: "C01", customerDomain: "hollis.example" } };
      return /^\/(admin|v1)\//.test(pathname) ? { status: 404 } : undefined;
    },
  });
  api["jira"] = await start("jira", port, {
    routes: { authorization: "/authorize", token: "/oauth/token" },
    scopes: scopesIn(jira, "oauth"),
    rotates: true,
    api: async ({ pathname }, authorization) => {
      if (!/^\/(ex|oauth\/token\/)/.test(pathname)) return undefined;
      const scopes = await api["jira"]!.scopesOf(authorization);
      if (!scopes || (ended -= 1) >= 0) return { status: 401 };
      const site = { id: "cloud-1", url: "https://hollis-marsh.atlassian.net", scopes };
      return pathname === "/oauth/token/accessible-resources" ? { status: 200, body: [site] } : { status: 404 };
    },
  });
  const microsoft = await start("microsoft-365", port, {
    routes: { authorization: "/organizations/oauth2/v2.0/authorize", token: `/${TENANT}/oauth2/v2.0/token` },
    scopes: scopesIn(microsoft365, "admin-consent"),
    claims: { tid: TENANT, oid: ADMINISTRATOR },
    issuerPath: `/${TENANT}/v2.0`,
    api: async ({ pathname, searchParams: query }) => {
      if (pathname === "/organizations/v2.0/adminconsent") {
        const back = new URLSearchParams({ admin_consent: "True", tenant: TENANT, state: query.get("state")! });
        return { status: 302, location: `${query.get("redirect_uri")}?${back}` };
      }
      if (pathname === `/v1.0/users/${ADMINISTRATOR}/transitiveMemberOf/microsoft.graph.directoryRole`)
        return { status: 200, body: { value: [{ roleTemplateId: GLOBAL_ADMINISTRATOR }] } };
      if (pathname === "/v1.0/organization")
        return { status: 200, body: { value: [{ id: TENANT, displayName: "Hollis" }] } };
      if (pathname === `/v1.0/servicePrincipals(appId='${SETTINGS.ID}')/appRoleAssignments`)
        return { status: 200, body: { value: roles.map((appRoleId) => ({ appRoleId })) } };
      if (pathname.startsWith("/v1.0/servicePrincipals"))
        return { status: 200, body: { appRoles: roles.map((id) => ({ id, value: id })) } };
      return pathname.startsWith("/v1.0/") ? { status: 404 } : undefined;
    },
  });
  const peers = {
    "google-workspace": api["google"].origin,
    jira: api["jira"].origin,
    "microsoft-365": microsoft.origin,
  };
  const names = ["GOOGLE", "ATLASSIAN", "MICROSOFT"];
  const settings = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_CLIENT_ID`, SETTINGS.ID],
      [`${name}_CLIENT_SECRET`, SETTINGS.SECRET],
    ]),
  );
  const connectors = installedConnectors(
    (name) => name in settings,
    withPeers(peers, [googleWorkspace, jira, microsoft365]),
  );
  running = await runApp({ port, connectors, vendors: settings });
});
beforeEach(() => running.forgetTries());
afterAll(async () => {
  await running.close();
  for (const vendor of vendors) await vendor.close();
});

/** An owner goes to the vendor and back, however often they are sent on, and the worker finishes. */
async function link(name: string, provider: string, method: string, values: Record<string, string> = {}) {
  const owner = await running.person(name);
  const at = `/companies/${await owner.found(`${name} & Co`)}/connections`;
  const { status, body } = await owner.post(at, { provider, method, values });
  expect(status, JSON.stringify(body)).toBe(200);
  let to = new URL(body.redirectTo);
  while (to.origin !== running.url) to = await followBack(await callbackOf(to.href), owner);
  await running.app.runTasks();
  const path = `${at}/${body.connectionId}`;
  const get = async () => (await owner.get(path)).body;
  return { get, confirm: () => owner.post(`${path}/confirm`, {}) };
}

test("a box that was left unticked at Google is named when it is linked and after every run", async () => {
  const { get, confirm } = await link("Gus", "google-workspace", "sign-in");
  expect(await get()).toMatchObject({ state: "confirming", accountId: "C01", missing: [audit] });
  await confirm();
  await running.app.runTasks();
  const after = await get();
  expect(after).toMatchObject({ state: "connected", missing: [audit], running: null });
  expect(after.lastCollectedAt).not.toBeNull();
  const told = after.permissions.filter(({ granted }: { granted: boolean | null }) => granted === false);
  expect(told).toMatchObject([{ scope: audit, checks: ["No unapproved app holds full Gmail or Drive access"] }]);
});

test("a refresh token that rotated while an account was linked is the one that is kept", async () => {
  ended = 1;
  const { get, confirm } = await link("Jack", "jira", "oauth", { site: "hollis-marsh.atlassian.net" });
  expect(await get()).toMatchObject({ state: "confirming", accountId: "cloud-1" });
  ended = 1;
  await confirm();
  await running.app.runTasks();
  expect(await get()).toMatchObject({ state: "connected", attention: null });
  expect(api["jira"]!.asked.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(2);
});

test("what a Microsoft tenant granted is compared with what we ask for, and a right to write refused", async () => {
  roles = ["User.Read.All", "User.ReadWrite.All"];
  const refused = await link("Mia", "microsoft-365", "admin-consent");
  const attention = "This access includes write permissions. Exhibit connects with read-only access.";
  expect(await refused.get()).toMatchObject({ state: "linking", attention });
  roles = ["User.Read.All", "Policy.Read.All"];
  const { get } = await link("Mo", "microsoft-365", "admin-consent");
  const linked = await get();
  expect(linked).toMatchObject({ state: "confirming", accountId: TENANT, accountLabel: "Hollis" });
  expect(linked.missing).toContain("AuditLog.Read.All");
  expect(linked.missing).not.toContain("User.Read.All");
});
