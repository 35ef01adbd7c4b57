import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { LinkKind, LinkMethod } from "#connectors/link-method.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { freePort } from "#tests/support/server-process.ts";
import { sampleConnector } from "#tests/support/sample-connector.ts";
import { askThrough } from "./ask-vendor.ts";
import { isOpenRole } from "./aws.ts";
import { openVault } from "./context.ts";
import type { AuthorizerContext, Credentials } from "./context.ts";
import { ownsInstallation } from "./github-app.ts";
import { mayConsent, signedIn } from "./microsoft.ts";
import { openAuthorizer } from "./open-authorizer.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly form: URLSearchParams;
}

const NOW = new Date("2026-03-05T12:00:00Z");
const asked: Asked[] = [];
let answer: (asked: Asked) => { status?: number; body: unknown } = () => ({ body: {} });
let origin: string;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const credential = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
    };
    asked.push(credential);
    const { status = 200, body } = answer(credential);
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
});

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
});
beforeEach(() => void asked.splice(0));
afterAll(() => void server.close());

const pem = (kind: "rsa" | "ec") =>
  (kind === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: "P-256" })
  ).privateKey
    .export({ format: "pem", type: "pkcs8" })
    .toString();

const secretField = { label: "", help: "", placeholder: "", secret: true, pattern: /.*/, message: "" };

function contextOf(
  kind: LinkKind,
  {
    typed = {},
    credentials = {},
    settings = {},
    secretName = "secret",
  }: {
    typed?: Record<string, string>;
    credentials?: Credentials;
    settings?: Record<string, string>;
    secretName?: string;
  },
): AuthorizerContext {
  const place = { endpoint: "login", path: "/{tenantId}/token" };
  const method: LinkMethod = {
    id: kind,
    kind,
    title: "",
    explanation: "",
    instructions: [],
    fields: [{ ...secretField, name: secretName }],
    settings: [],
    oauth: {
      authorize: place,
      token: place,
      scopes: ["one", "two"],
      parameters: {},
      rotates: false,
      clientId: "CLIENT_ID",
      clientSecret: "CLIENT_SECRET",
    },
  };
  const here = { origin };
  return {
    connectionId: "6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
    manifest: sampleConnector({ methods: [method], endpoints: { api: here, graph: here, login: here, sts: here } })
      .manifest,
    method,
    typed,
    vault: openVault(credentials),
    ask: askThrough(openEgress({ allowPrivate: true })),
    setting: (name) => settings[name],
    now: () => NOW,
    newId: () => "an-id",
  };
}

const plain = () => ({ url: new URL("/things", origin), method: "GET", headers: {}, body: undefined });

test("an installation's tokens are minted from a JWT of the App, kept for their hour, and never asked twice", async () => {
  const key = pem("rsa");
  answer = () => ({ status: 201, body: { token: "ghs_fresh", expires_at: "2026-03-05T13:00:00Z" } });
  const settings = { GITHUB_APP_ID: "77", GITHUB_APP_PRIVATE_KEY: key };
  const authorizer = await openAuthorizer(contextOf("github-app", { typed: { installationId: "42" }, settings }));
  const all = await Promise.all([authorizer.headersFor(plain()), authorizer.headersFor(plain())]);
  expect(all[0]).toEqual({ authorization: "Bearer ghs_fresh" });
  expect(asked.map(({ path }) => path)).toEqual(["/app/installations/42/access_tokens"]);
  const jwt = asked[0]!.headers.authorization!.slice("Bearer ".length);
  const { payload } = await jwtVerify(jwt, createPublicKey(key), { currentDate: NOW, algorithms: ["RS256"] });
  expect(payload).toMatchObject({ iss: "77" });
  const asApp = await authorizer.headersFor({ ...plain(), url: new URL("/app/installations/42", origin) });
  expect(decodeJwt(asApp["authorization"]!.slice(7)).iss).toBe("77");
  expect(authorizer.secrets()).toEqual(expect.arrayContaining(["ghs_fresh", asApp["authorization"]!.slice(7)]));
  answer = () => ({ status: 404, body: {} });
  await expect(authorizer.refresh()).rejects.toThrow(CredentialsRefused);
});

test("an installation counts only for an owner of its organization, and not for everybody whom GitHub lists it for", async () => {
  const account = { id: 9, login: "acme", type: "Organization" };
  const page = (ids: number[]) => ({ body: { installations: ids.map((id) => ({ id, account })) } });
  let membership: { status?: number; body: unknown } = { body: {} };
  answer = ({ path }) => {
    if (path === "/user/memberships/orgs/acme") return membership;
    return /page=2/.test(path) ? page([4_242]) : page(Array.from({ length: 100 }, (_, index) => index + 1));
  };
  const context = contextOf("github-app", {});
  const owner = { state: "active", role: "admin", organization: { id: 9 } };
  membership = { body: owner };
  expect(await ownsInstallation(context, "person", "4242")).toBe(true);
  expect(await ownsInstallation(context, "person", "4243")).toBe(false);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(asked.map(() => "Bearer person"));
  for (const less of [{ role: "member" }, { state: "pending" }, { organization: { id: 8 } }]) {
    membership = { body: { ...owner, ...less } };
    expect(await ownsInstallation(context, "person", "4242"), JSON.stringify(less)).toBe(false);
  }
  // A collaborator of one repository is in no organization.
  for (const status of [403, 404]) {
    membership = { status, body: {} };
    expect(await ownsInstallation(context, "person", "4242")).toBe(false);
  }
  membership = { status: 500, body: {} };
  await expect(ownsInstallation(context, "person", "4242")).rejects.toThrow(RequestFailed);
});

test("a tenant is that of whoever signed in, in this very sign-in", () => {
  const tid = "11111111-2222-3333-4444-555555555555";
  const oid = "99999999-8888-7777-6666-555555555555";
  const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
  const good = {
    aud: "us",
    nonce: "n",
    tid,
    oid,
    iss: `https://login.microsoftonline.com/${tid}/v2.0`,
    exp: NOW.getTime() / 1_000 + 60,
  };
  const expected = { clientId: "us", nonce: "n", now: NOW };
  expect(signedIn(token(good), expected)).toEqual({ tenantId: tid, personId: oid });
  for (const wrong of [
    { aud: "them" },
    { nonce: "m" },
    { tid: "x" },
    { oid: "me" },
    { exp: 1 },
    { iss: "https://evil.example/" },
  ])
    expect(() => signedIn(token({ ...good, ...wrong }), expected)).toThrow(CredentialsRefused);
});

test("a tenant is shown only by who could have consented in it, and not by everybody with an account there", async () => {
  const person = { tenantId: "11111111-2222-3333-4444-555555555555", personId: "99999999-8888-7777-6666-555555555555" };
  const role = (roleTemplateId: string) => ({ id: "role-of-this-tenant", roleTemplateId });
  let roles: { status?: number; body: unknown } = { body: {} };
  answer = ({ path }) =>
    path.startsWith("/v1.0/") ? roles : { body: { access_token: "ms-token", expires_in: 3_600 } };
  const settings = { CLIENT_ID: "us", CLIENT_SECRET: "ours" };
  const may = () =>
    mayConsent(contextOf("microsoft-consent", { typed: { tenantId: person.tenantId }, settings }), person);
  const reader = role("f2ef992c-3afb-46b9-b7cf-a126ee74c451");
  for (const consenting of ["62e90394-69f5-4237-9190-012177145e10", "e8611ab8-c189-46e8-94e1-60213ab1f814"]) {
    roles = { body: { value: [reader, role(consenting)] } };
    expect(await may()).toBe(true);
  }
  const { path, headers } = asked.at(-1)!;
  expect(path).toContain(`/v1.0/users/${person.personId}/transitiveMemberOf/microsoft.graph.directoryRole?`);
  expect(headers).toMatchObject({ authorization: "Bearer ms-token", consistencylevel: "eventual" });
  for (const value of [[], [reader], [null], "Global Administrator", undefined]) {
    roles = { body: { value } };
    expect(await may(), JSON.stringify(value)).toBe(false);
  }
  roles = { status: 404, body: {} };
  expect(await may()).toBe(false);
  roles = { status: 403, body: {} };
  await expect(may()).rejects.toThrow(RequestFailed);
});

test("Microsoft is asked for the tenant's own token, by our secret", async () => {
  answer = () => ({ body: { access_token: "ms-token", expires_in: 3_600 } });
  const typed = { tenantId: "11111111-2222-3333-4444-555555555555" };
  const settings = { CLIENT_ID: "us", CLIENT_SECRET: "ours" };
  const authorizer = await openAuthorizer(contextOf("microsoft-consent", { typed, settings }));
  expect(await authorizer.headersFor(plain())).toEqual({ authorization: "Bearer ms-token" });
  expect(asked[0]).toMatchObject({ method: "POST", path: `/${typed.tenantId}/token` });
  expect(Object.fromEntries(asked[0]!.form)).toMatchObject({ grant_type: "client_credentials", client_secret: "ours" });
  await expect(openAuthorizer(contextOf("microsoft-consent", { settings }))).rejects.toThrow(CredentialsRefused);
});

test("an application of the customer's is known by its secret, or by a key of which we never send the private half", async () => {
  answer = () => ({ body: { access_token: "t", expires_in: 3_600 } });
  const typed = { clientId: "theirs", tenantId: "x" };
  await (
    await openAuthorizer(contextOf("client-credentials", { typed, credentials: { secret: "s3" } }))
  ).headersFor(plain());
  expect(Object.fromEntries(asked[0]!.form)).toMatchObject({
    client_id: "theirs",
    client_secret: "s3",
    scope: "one two",
  });
  const key = pem("ec");
  const byKey = await openAuthorizer(
    contextOf("private-key-jwt", { typed, credentials: { privateKey: key, kid: "k" } }),
  );
  await byKey.headersFor(plain());
  const assertion = asked[1]!.form.get("client_assertion")!;
  const { payload, protectedHeader } = await jwtVerify(assertion, createPublicKey(key), { currentDate: NOW });
  expect(payload).toMatchObject({ iss: "theirs", sub: "theirs", aud: `${origin}/x/token`, jti: "an-id" });
  expect(protectedHeader).toMatchObject({ alg: "ES256", kid: "k" });
  expect(JSON.stringify([...asked[1]!.form])).not.toContain("PRIVATE");
});

test("a service account speaks for the administrator who was named", async () => {
  answer = () => ({ body: { access_token: "g", expires_in: 3_600 } });
  const key = pem("rsa");
  const file = JSON.stringify({
    type: "service_account",
    client_email: "a@p.iam",
    private_key: key,
    private_key_id: "kid",
  });
  const context = contextOf("google-service-account", {
    typed: { administrator: "admin@acme.example", tenantId: "x" },
    credentials: { key: file },
    secretName: "key",
  });
  await (await openAuthorizer(context)).headersFor(plain());
  const { payload } = await jwtVerify(asked[0]!.form.get("assertion")!, createPublicKey(key), { currentDate: NOW });
  expect(payload).toMatchObject({ iss: "a@p.iam", sub: "admin@acme.example", scope: "one two" });
  const broken = contextOf("google-service-account", { credentials: { key: "{}" }, secretName: "key" });
  await expect(openAuthorizer(broken)).rejects.toThrow(CredentialsRefused);
});

test("nothing that was typed, or was not, leads a token request to another host", async () => {
  answer = () => ({ body: { access_token: "t" } });
  for (const tenantId of [undefined, "", "/evil.example", "@evil.example", "x/../../evil"]) {
    const typed = { clientId: "theirs", ...(tenantId !== undefined && { tenantId }) };
    const context = contextOf("client-credentials", { typed, credentials: { secret: "s3" } });
    await (await openAuthorizer(context)).headersFor(plain());
  }
  expect(asked).toHaveLength(5);
});

const assumed = `<AssumeRoleResponse><Credentials><AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>of-the-role</SecretAccessKey>
  <SessionToken>session</SessionToken><Expiration>2026-03-05T13:00:00Z</Expiration></Credentials></AssumeRoleResponse>`;
const principal = { AWS_PRINCIPAL_KEY_ID: "AKIAOURS", AWS_PRINCIPAL_SECRET_KEY: "ours" };
const role = { roleArn: "arn:aws:iam::123456789012:role/Exhibit" };

test("a role is assumed with its external id, and what it gives signs requests", async () => {
  answer = () => ({ body: assumed });
  const authorizer = await openAuthorizer(
    contextOf("aws-role", { typed: role, credentials: { externalId: "exhibit-1" }, settings: principal }),
  );
  const sign = { service: "ec2", region: "eu-central-1" };
  const headers = await authorizer.headersFor({ ...plain(), sign });
  expect(Object.fromEntries(asked[0]!.form)).toMatchObject({
    Action: "AssumeRole",
    ExternalId: "exhibit-1",
    RoleSessionName: "exhibit-6a1f2a5e-3b1c-4a57-9d0e-4a6f1c7d2e90",
  });
  expect(asked[0]!.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAOURS\/20260305\/us-east-1\/sts\//);
  expect(headers["authorization"]).toMatch(/Credential=ASIA1\/20260305\/eu-central-1\/ec2\/aws4_request/);
  expect(headers["x-amz-security-token"]).toBe("session");
  await authorizer.headersFor({ ...plain(), sign });
  expect(asked).toHaveLength(1);
  expect(authorizer.secrets()).toEqual(expect.arrayContaining(["of-the-role", "session", "ours"]));
});

test("a role that lets us in without the external id, or with any, is open, and one that refuses is not", async () => {
  const context = contextOf("aws-role", { typed: role, credentials: { externalId: "exhibit-1" }, settings: principal });
  const only = (letsIn: (id: string | null) => boolean) => {
    answer = ({ form }) =>
      letsIn(form.get("ExternalId"))
        ? { body: assumed }
        : { status: 403, body: "<Error><Code>AccessDenied</Code></Error>" };
  };
  only((id) => id === "exhibit-1");
  expect(await isOpenRole(context)).toBe(false);
  only((id) => id !== null);
  expect(await isOpenRole(context), 'StringLike: { "sts:ExternalId": "*" }').toBe(true);
  only((id) => id === null);
  expect(await isOpenRole(context)).toBe(true);
  only(() => true);
  expect(await isOpenRole(context)).toBe(true);
  answer = () => ({ status: 500, body: "" });
  await expect(isOpenRole(context)).rejects.toThrow(RequestFailed);
});

test("a key signs for one service, region and time", async () => {
  const context = {
    ...contextOf("aws-key", {
      typed: { accessKeyId: "AKIDEXAMPLE" },
      credentials: { secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
    }),
    now: () => new Date("2015-08-30T12:36:00Z"),
  };
  const url = new URL("https://example.amazonaws.com/?Param2=value2&Param1=value1");
  const sign = { service: "service", region: "us-east-1" };
  const authorizer = await openAuthorizer(context);
  const headers = await authorizer.headersFor({ url, method: "GET", headers: {}, body: undefined, sign });
  expect(headers["authorization"]).toContain("Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request");
  expect(headers["x-amz-date"]).toBe("20150830T123600Z");
  expect(headers["authorization"]).toMatch(/Signature=[0-9a-f]{64}$/);
});

test("refused credentials and a vendor in trouble are told apart, and neither says a secret", async () => {
  const form = { typed: { clientId: "theirs", tenantId: "x" }, credentials: { secret: "canary-secret" } };
  const failing = async (status: number, body: unknown) => {
    answer = () => ({ status, body });
    const authorizer = await openAuthorizer(contextOf("client-credentials", form));
    return await authorizer.headersFor(plain()).then(
      () => undefined,
      (error: Error) => error,
    );
  };
  expect(await failing(400, { error: "invalid_grant" })).toBeInstanceOf(CredentialsRefused);
  expect(await failing(200, { error: "bad_verification_code" })).toBeInstanceOf(CredentialsRefused);
  expect(await failing(401, "no JSON: canary-secret")).toBeInstanceOf(CredentialsRefused);
  for (const [status, body] of [
    [500, {}],
    [429, { error: "invalid_client" }],
    [200, { nothing: true }],
    [200, "<html>"],
  ] as const) {
    const error = await failing(status, body);
    expect(error).toBeInstanceOf(RequestFailed);
    expect(error!.message).not.toContain("canary");
  }
});
