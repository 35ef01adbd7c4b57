import { describe, expect, test } from "vitest";
import type { Connector } from "#connectors/connector.ts";
import { googleWorkspace } from "#connectors/google-workspace/index.ts";
import { CredentialsRefused } from "#connectors/http.ts";
import { jira } from "#connectors/jira/index.ts";
import { callback, contextOf, headerOf, providerOf, registered, scopesIn } from "#tests/support/authorizers.ts";
import type { StrictProvider, StrictVendor } from "#tests/support/strict-provider.ts";
import { credentialsFrom } from "../linking/answered-credentials.ts";
import { revokeAccess } from "../linking/revoke.ts";
import { authorizationUrl } from "../linking/authorization-url.ts";
import { openVault } from "./context.ts";
import { openAuthorizer } from "./open-authorizer.ts";

// Consent by the vendors' own manifests, at a certified provider that none of us wrote.

interface Flow {
  readonly connector: Connector;
  readonly method: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly routes: StrictVendor["routes"];
  readonly rotates: boolean;
}

const codeFlows: Flow[] = [
  {
    connector: googleWorkspace,
    method: "sign-in",
    typed: {},
    routes: { authorization: "/o/oauth2/v2/auth", token: "/token", revocation: "/revoke" },
    rotates: false,
  },
  {
    connector: jira,
    method: "oauth",
    typed: { site: "hollis-marsh.atlassian.net" },
    routes: { authorization: "/authorize", token: "/oauth/token" },
    rotates: true,
  },
];

describe.each(codeFlows)("$connector.manifest.id by consent", ({ connector, method, typed, routes, rotates }) => {
  const provider = connector.manifest.id;
  const redirectUri = callback(provider);
  const scopes = scopesIn(connector, method);
  const vendor = { routes, client: registered(provider), scopes, rotates };

  /** Somebody goes to the vendor's page and back. */
  const visited = async (strict: StrictProvider) => {
    const context = contextOf(connector, method, { origin: strict.origin, typed });
    const page = authorizationUrl({ ...context, redirectUri });
    const answer = await strict.visit(page.url);
    expect(answer.get("error_description")).toBeNull();
    expect(answer.get("state")).toBe(page.state);
    return { context, page, code: { code: answer.get("code")! } };
  };

  test("is linked, refreshed and read with, by the scopes that were asked for and no others", async () => {
    const strict = await providerOf(vendor);
    const { context, page, code } = await visited(strict);
    const credentials = await credentialsFrom(context, page.secrets, code, redirectUri);
    expect(credentials["scope"]?.split(" ").toSorted()).toEqual([...scopes].toSorted());
    const authorizer = await openAuthorizer({ ...context, vault: openVault(credentials) });
    const first = await headerOf(authorizer);
    expect((await strict.scopesOf(first))?.toSorted()).toEqual([...scopes].toSorted());
    expect(await authorizer.refresh()).toBe(true);
    const second = await headerOf(authorizer);
    expect(second).not.toBe(first);
    expect(await strict.scopesOf(second)).toBeDefined();
    expect(strict.asked.map(({ form }) => form.get("grant_type"))).toEqual(["authorization_code", "refresh_token"]);
    // The provider counts a code once, for its own verifier and address.
    await expect(credentialsFrom(context, page.secrets, code, redirectUri)).rejects.toThrow(CredentialsRefused);
    await expect(authorizer.refresh()).rejects.toThrow(CredentialsRefused);
  });

  test("takes no code with another verifier or for another address", async () => {
    const strict = await providerOf(vendor);
    const aVisit = await visited(strict);
    const other = await visited(strict);
    await expect(credentialsFrom(aVisit.context, other.page.secrets, aVisit.code, redirectUri)).rejects.toThrow(
      CredentialsRefused,
    );
    await expect(credentialsFrom(other.context, other.page.secrets, other.code, `${redirectUri}/`)).rejects.toThrow(
      CredentialsRefused,
    );
  });

  test("is asked once by many that find the token ended at the same time, and the grant lives on", async () => {
    const strict = await providerOf(vendor);
    const { context, page, code } = await visited(strict);
    const vault = openVault(await credentialsFrom(context, page.secrets, code, redirectUri));
    const workers = await Promise.all([1, 2, 3].map(() => openAuthorizer({ ...context, vault })));
    expect(await Promise.all(workers.map((worker) => worker.refresh()))).toEqual([true, true, true]);
    expect(strict.asked).toHaveLength(2);
    for (const worker of workers) expect(await strict.scopesOf(await headerOf(worker))).toBeDefined();
    expect(await workers[0]!.refresh()).toBe(true);
  });

  test("forgets the grant when it is revoked, where the vendor can be told", async () => {
    const strict = await providerOf(vendor);
    const { context, page, code } = await visited(strict);
    const vault = openVault(await credentialsFrom(context, page.secrets, code, redirectUri));
    await revokeAccess({ ...context, vault });
    const authorizer = await openAuthorizer({ ...context, vault });
    const after = await authorizer.refresh().then(
      () => "the grant lives",
      (error: Error) => error.name,
    );
    // Atlassian has no endpoint to revoke at: people withdraw the consent there.
    expect(after).toBe(routes.revocation ? "CredentialsRefused" : "the grant lives");
  });
});

test("Google says in its answer which boxes were left ticked", async () => {
  const scopes = scopesIn(googleWorkspace, "sign-in");
  const unticked = scopes.find((scope) => scope.endsWith("admin.reports.audit.readonly"))!;
  const { routes } = codeFlows[0]!;
  const client = registered("google-workspace");
  const strict = await providerOf({ routes, client, scopes, ticked: (scope) => scope !== unticked });
  const context = contextOf(googleWorkspace, "sign-in", { origin: strict.origin });
  const redirectUri = callback("google-workspace");
  const page = authorizationUrl({ ...context, redirectUri });
  const code = (await strict.visit(page.url)).get("code")!;
  const authorizer = await openAuthorizer({
    ...context,
    vault: openVault(await credentialsFrom(context, page.secrets, { code }, redirectUri)),
  });
  const left = scopes.filter((scope) => scope !== unticked).toSorted();
  expect(authorizer.granted?.()?.toSorted()).toEqual(left);
  await authorizer.refresh();
  expect(authorizer.granted?.()?.toSorted()).toEqual(left);
});
