import { createHash } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { ConfidentialClientApplication } from "@azure/msal-node";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { CredentialsRefused } from "#connectors/http.ts";
import { microsoft365 } from "#connectors/microsoft-365/index.ts";
import {
  callback,
  contextOf,
  headerOf,
  keepingAsk,
  providerOf,
  registered,
  scopesIn,
  SETTINGS,
} from "#tests/support/authorizers.ts";
import type { TokenRequest } from "#tests/support/authorizers.ts";
import { certified } from "#tests/support/certificate.ts";
import { credentialsFrom, LinkRefused } from "../linking/answered-credentials.ts";
import { microsoftSignIn } from "../linking/authorization-url.ts";
import type { AuthorizerContext } from "./context.ts";
import { openAuthorizer } from "./open-authorizer.ts";

// At a certified provider, and beside Microsoft's own client: what we send is what they take.

const TENANT = "11111111-2222-3333-4444-555555555555";

const jwkOf = (key: KeyObject) => {
  const { kty, n, e } = key.export({ format: "jwk" });
  return { kty, n, e, use: "sig" };
};
const token = `/${TENANT}/oauth2/v2.0/token`;

const PERSON = "99999999-8888-4777-8666-555555555555";

/** What the tenant granted us, and what Graph says with it; everything else is asked of the provider. */
const withGraph = (context: AuthorizerContext): AuthorizerContext => ({
  ...context,
  ask: async (request) => {
    const asksGraph = request.url.pathname.startsWith("/v1.0/users/");
    if (!asksGraph && !request.body?.includes("client_credentials")) return await context.ask(request);
    const roles = [{ roleTemplateId: "62e90394-69f5-4237-9190-012177145e10" }];
    return { status: 200, text: JSON.stringify(asksGraph ? { value: roles } : { access_token: "of the tenant" }) };
  },
});

test.each(["a secret", "a certificate"])("tells whose administrator signed in, by %s of ours", async (by) => {
  const { both, key } = certified();
  const isSecret = by === "a secret";
  const client = registered("microsoft-365", {
    grant_types: ["authorization_code"],
    response_types: ["code"],
    ...(!isSecret && {
      client_secret: undefined,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "PS256",
      jwks: { keys: [{ ...jwkOf(key), alg: "PS256" }] },
    }),
  });
  const strict = await providerOf({
    routes: { authorization: "/organizations/oauth2/v2.0/authorize", token },
    client,
    scopes: [],
    claims: { tid: TENANT, oid: PERSON },
    issuerPath: `/${TENANT}/v2.0`,
  });
  const settings: Record<string, string> = isSecret ? {} : { MICROSOFT_CERTIFICATE: both };
  const context = (tenantId: string) =>
    withGraph(contextOf(microsoft365, "admin-consent", { origin: strict.origin, typed: { tenantId }, settings }));
  const redirectUri = callback("microsoft-365");
  const signIn = async () => {
    const page = microsoftSignIn({ ...context(TENANT), redirectUri });
    return { page, code: { code: (await strict.visit(page.url)).get("code")! } };
  };
  const { page, code } = await signIn();
  expect(await credentialsFrom(context(TENANT), page.secrets, code, redirectUri)).toEqual({});
  // The same person, behind another nonce than the one that was begun.
  const again = await signIn();
  const mixed = { ...again.page.secrets, nonce: "of-somebody-else" };
  await expect(credentialsFrom(context(TENANT), mixed, again.code, redirectUri)).rejects.toThrow(CredentialsRefused);
});

test("takes nobody's word for a tenant: who signed in elsewhere is refused", async () => {
  const strict = await providerOf({
    routes: { authorization: "/organizations/oauth2/v2.0/authorize", token },
    client: registered("microsoft-365"),
    scopes: [],
    claims: { tid: "99999999-2222-3333-4444-555555555555", oid: PERSON },
    issuerPath: "/99999999-2222-3333-4444-555555555555/v2.0",
  });
  const context = contextOf(microsoft365, "admin-consent", { origin: strict.origin, typed: { tenantId: TENANT } });
  const redirectUri = callback("microsoft-365");
  const page = microsoftSignIn({ ...context, redirectUri });
  const code = (await strict.visit(page.url)).get("code")!;
  await expect(credentialsFrom(context, page.secrets, { code }, redirectUri)).rejects.toThrow(LinkRefused);
});

test("mints tokens for each way that a client proves itself, each assertion once", async () => {
  const { both, key } = certified();
  const scopes = scopesIn(microsoft365, "admin-consent");
  const machine = { redirect_uris: [], response_types: [], grant_types: ["client_credentials"] };
  const byKey = await providerOf({
    routes: { token },
    scopes,
    client: {
      ...machine,
      client_id: SETTINGS.ID,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "PS256",
      jwks: { keys: [{ ...jwkOf(key), alg: "PS256" }] },
      scope: scopes.join(" "),
    },
  });
  const settings = { MICROSOFT_CERTIFICATE: both };
  const given = { origin: byKey.origin, typed: { tenantId: TENANT }, settings };
  const authorizer = await openAuthorizer(contextOf(microsoft365, "admin-consent", given));
  const first = await headerOf(authorizer);
  expect(await byKey.scopesOf(first)).toEqual(scopes);
  await authorizer.refresh();
  expect(await headerOf(authorizer)).not.toBe(first);
  const stuck = await openAuthorizer(contextOf(microsoft365, "admin-consent", { ...given, newId: () => "same" }));
  await headerOf(stuck);
  await expect(stuck.refresh()).rejects.toThrow(CredentialsRefused);

  const bySecret = await providerOf({
    routes: { token },
    scopes,
    client: {
      ...machine,
      client_id: "their-app",
      client_secret: SETTINGS.SECRET,
      token_endpoint_auth_method: "client_secret_post",
      scope: scopes.join(" "),
    },
  });
  const typed = { tenantId: TENANT, clientId: "their-app" };
  const own = (clientSecret: string) =>
    openAuthorizer(
      contextOf(microsoft365, "own-application", { origin: bySecret.origin, typed, credentials: { clientSecret } }),
    );
  expect(await bySecret.scopesOf(await headerOf(await own(SETTINGS.SECRET)))).toEqual(scopes);
  await expect(headerOf(await own("another secret"))).rejects.toThrow(CredentialsRefused);
});

test("is asked in the words of Microsoft's own client for a certificate", async () => {
  const { both, keyPem, der } = certified();
  const scopes = [...scopesIn(microsoft365, "admin-consent")];
  const authority = `https://login.microsoftonline.com/${TENANT}`;
  let theirs: TokenRequest | undefined;
  const client = new ConfidentialClientApplication({
    auth: {
      clientId: SETTINGS.ID,
      authority,
      authorityMetadata: JSON.stringify({
        authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
        token_endpoint: `${authority}/oauth2/v2.0/token`,
        issuer: `${authority}/v2.0`,
        jwks_uri: `${authority}/discovery/v2.0/keys`,
      }),
      clientCertificate: { thumbprintSha256: createHash("sha256").update(der).digest("hex"), privateKey: keyPem },
    },
    system: {
      networkClient: {
        sendGetRequestAsync: async () => ({ status: 404, headers: {}, body: {} as never }),
        sendPostRequestAsync: async (url, options) => {
          theirs = { url, form: new URLSearchParams(options?.body) };
          const body = { token_type: "Bearer", expires_in: 3_600, access_token: "t" };
          return { status: 200, headers: {}, body: body as never };
        },
      },
    },
  });
  await client.acquireTokenByClientCredential({ scopes });
  const { ask, asked } = keepingAsk();
  const context = contextOf(microsoft365, "admin-consent", {
    origin: "https://login.microsoftonline.com",
    typed: { tenantId: TENANT },
    settings: { MICROSOFT_CERTIFICATE: both },
    ask,
  });
  await headerOf(await openAuthorizer(context));
  const ours = asked[0]!;
  expect(ours.url.split("?")[0]).toBe(theirs!.url.split("?")[0]);
  for (const name of ["grant_type", "scope", "client_id", "client_assertion_type"])
    expect([name, ours.form.get(name)]).toEqual([name, theirs!.form.get(name)]);
  const [own, other] = [ours, theirs!].map(({ form }) => form.get("client_assertion")!) as [string, string];
  expect(decodeProtectedHeader(own)).toMatchObject(decodeProtectedHeader(other));
  const told = ({ aud, iss, sub }: ReturnType<typeof decodeJwt>) => ({ aud, iss, sub });
  expect(told(decodeJwt(own))).toEqual(told(decodeJwt(other)));
  expect(decodeJwt(own).jti).toBeTruthy();
});
