import { generateKeyPairSync } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CredentialsRefused } from "#connectors/http.ts";
import type { LinkKind, LinkMethod } from "#connectors/link-method.ts";
import { installedConnectors } from "#server/connections/connectors.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { openEgress } from "#server/outbound/egress.ts";
import { followBack, followVendor } from "#tests/support/follow-vendor.ts";
import { OauthVendor, VENDOR, vendorConnector } from "#tests/support/oauth-vendor.ts";
import type { Person } from "#tests/support/person.ts";
import { CONNECTIONS_KEY, runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { freePort } from "#tests/support/server-process.ts";
import { askThrough } from "./credentials/ask-vendor.ts";
import { openAuthorizer } from "./credentials/open-authorizer.ts";
import { connectionsKeyOf, publishSealingKey, WrongConnectionsKey } from "./connections-key.ts";
import { settleLink } from "./linking/settle-link.ts";
import { sentenceOf } from "./run-list.ts";
import { databaseVault, storeCredentials } from "./vault.ts";

const typedKinds: readonly LinkKind[] = [
  "client-credentials",
  "google-service-account",
  "aws-role",
  "aws-key",
  "token",
  "basic",
];

/** Kinds for which the browser goes to a vendor's own page, and not to one of the code flow alone. */
const pageKinds: readonly LinkKind[] = ["github-app", "microsoft-consent"];

const INSTALLATION = {
  ...VENDOR,
  GITHUB_APP_ID: "77",
  GITHUB_APP_SLUG: "exhibit",
  GITHUB_APP_PRIVATE_KEY: generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString(),
};

let running: RunningApp;
let vendor: OauthVendor;

function methodOf(kind: LinkKind, like: LinkMethod): LinkMethod {
  const secret = {
    name: "secret",
    label: "Secret",
    help: "",
    placeholder: "",
    secret: true,
    pattern: /[^]+/,
    message: "",
  };
  return { ...like, id: kind, kind, title: kind, fields: [secret], settings: [] };
}

function connectorOf(from: OauthVendor) {
  const connector = vendorConnector(from);
  const { manifest } = connector;
  const methods = [
    ...manifest.methods,
    ...typedKinds.map((kind) => methodOf(kind, manifest.methods[0]!)),
    ...pageKinds.map((kind) => ({ ...manifest.methods[0]!, id: kind, kind, title: kind })),
  ];
  const here = { origin: from.origin };
  return {
    ...connector,
    manifest: {
      ...manifest,
      endpoints: { ...manifest.endpoints, web: here, graph: here },
      methods: methods.filter(
        (method, at) => methods.findIndex(({ id }) => id === method.id) === at || method.title === method.kind,
      ),
    },
  };
}

beforeAll(async () => {
  const port = await freePort();
  vendor = await OauthVendor.for(`http://localhost:${port}/integrations/callback/github`);
  await vendor.listen();
  const connectors = installedConnectors((name) => name in VENDOR, [connectorOf(vendor)]);
  running = await runApp({ port, connectors, vendors: INSTALLATION });
});
beforeEach(() => running.forgetTries());
afterAll(async () => {
  await running.close();
  await vendor.close();
});

async function linked(owner: Person, company: string, account: string): Promise<string> {
  vendor.visitor = account;
  vendor.accounts.set(account, { id: account, login: account });
  const at = `/companies/${company}/connections`;
  const { body } = await owner.post(at, { provider: "github", method: "sign-in", values: {} });
  await followVendor(body.redirectTo, owner);
  await running.app.runTasks();
  await owner.post(`${at}/${body.connectionId}/confirm`, {});
  return body.connectionId;
}

/** A way to a vendor whose answers this test gives, and back. */
async function way(owner: Person, company: string, method: LinkKind) {
  const { body } = await owner.post(`/companies/${company}/connections`, { provider: "github", method, values: {} });
  const back = async (page: string, answer: Record<string, string>) => {
    const state = new URL(page).searchParams.get("state")!;
    const url = new URL("/integrations/callback/github", running.url);
    url.search = new URLSearchParams({ ...answer, state }).toString();
    return (await followBack(url, owner)).href;
  };
  return { page: body.redirectTo as string, back, id: body.connectionId as string };
}

/** Somebody comes back with an installation's number, as this member of its organization. */
async function installed(owner: Person, company: string, role: "admin" | "member", tokens = ["ghu", "ghs"]) {
  const account = { id: 9, login: "acme", type: "Organization" };
  vendor.also.set("/token", { access_token: tokens[0] });
  vendor.also.set("/user/installations", { installations: [{ id: 42, account }] });
  vendor.also.set("/user/memberships/orgs/acme", { state: "active", role, organization: { id: 9 } });
  vendor.also.set("/app/installations/42/access_tokens", { token: tokens[1] });
  vendor.typed.add(tokens[1]!);
  const { page, back, id } = await way(owner, company, "github-app");
  await back(page, { code: "code-of-an-installation", installation_id: "42", setup_action: "install" });
  await running.app.runTasks();
  vendor.also.clear();
  return id;
}

/** Somebody comes back with a tenant's id, and then signs in, as a holder of this role there. */
async function consented(owner: Person, company: string, roleTemplateId: string, token = "ms-token") {
  const [tid, oid] = ["11111111-2222-4333-8444-555555555555", "99999999-2222-4333-8444-555555555555"];
  const { page, back, id } = await way(owner, company, "microsoft-consent");
  const signIn = await back(page, { tenant: tid, admin_consent: "True" });
  const nonce = new URL(signIn).searchParams.get("nonce");
  const iss = `https://login.example/${tid}/v2.0`;
  const claims = { aud: "exhibit", nonce, tid, oid, iss, exp: Math.floor(Date.now() / 1_000) + 600 };
  const idToken = `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
  vendor.also.set("/token", { access_token: token, expires_in: 3_600, id_token: idToken });
  vendor.also.set(`/v1.0/users/${oid}/transitiveMemberOf/microsoft.graph.directoryRole`, {
    value: [{ roleTemplateId }],
  });
  vendor.typed.add(token);
  await back(signIn, { code: "code-of-a-sign-in" });
  await running.app.runTasks();
  vendor.also.clear();
  return id;
}

/** The credentials of a connection as one worker has them. */
function worker(companyId: string, connectionId: string, key = CONNECTIONS_KEY) {
  const now = () => new Date();
  const { manifest } = connectorOf(vendor);
  const vault = databaseVault({ db: running.database.databases.user, key, now }, { companyId, connectionId });
  const context = {
    connectionId,
    manifest,
    method: manifest.methods[0]!,
    typed: {},
    vault,
    ask: askThrough(openEgress({ allowPrivate: true })),
    setting: (name: string) => VENDOR[name as keyof typeof VENDOR],
    now,
    newId: () => "id",
  };
  return { vault, open: () => openAuthorizer(context) };
}

const request = () => ({ url: new URL("/account", vendor.origin), method: "GET", headers: {}, body: undefined });

test("two workers that refresh at once refresh once, and both go on with what came of it", async () => {
  const owner = await running.person("Rosa");
  const company = await owner.found("Rosa & Co");
  const id = await linked(owner, company, "race");
  const workers = await Promise.all([1, 2, 3].map(() => worker(company, id).open()));
  const before = vendor.asked.length;
  expect(await Promise.all(workers.map((worker) => worker.refresh()))).toEqual([true, true, true]);
  expect(vendor.asked.slice(before).map(({ form }) => form.get("grant_type"))).toEqual(["refresh_token"]);
  const headers = await Promise.all(workers.map((worker) => worker.headersFor(request())));
  expect(new Set(headers.map(({ authorization }) => authorization)).size).toBe(1);
  const answer = await fetch(request().url, { headers: headers[0]! });
  expect(answer.status).toBe(200);
});

test("an old refresh token that was used again ends the grant: the vendor refuses, and is not asked in a loop", async () => {
  const owner = await running.person("Sami");
  const company = await owner.found("Sami & Co");
  const id = await linked(owner, company, "reuse");
  const { vault, open } = worker(company, id);
  const stolen = (await vault.read())["refreshToken"]!;
  const authorizer = await open();
  await authorizer.refresh();
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: stolen,
    client_id: VENDOR.CLIENT_ID,
    client_secret: VENDOR.CLIENT_SECRET,
  });
  expect((await fetch(`${vendor.origin}/token`, { method: "POST", body })).status).toBe(400);
  const before = vendor.asked.length;
  await expect(authorizer.refresh()).rejects.toThrow(CredentialsRefused);
  expect(vendor.asked).toHaveLength(before + 1);
});

test("credentials that were linked anew stay, though a worker was refreshing the old ones at that moment", async () => {
  const owner = await running.person("Sven");
  const company = await owner.found("Sven & Co");
  const id = await linked(owner, company, "overtaken");
  const { vault } = worker(company, id);
  const { databases, admin } = running.database;
  let linking: Promise<unknown> = Promise.resolve();
  let isLinked = false;
  await vault.replace(await vault.read(), async (old) => {
    linking = asCaller(databases.user, { userId: id, companyId: company }, (tx) =>
      storeCredentials(
        tx,
        CONNECTIONS_KEY.publicKey,
        { companyId: company, connectionId: id },
        { accessToken: "new grant" },
        new Date(),
      ),
    ).then(() => (isLinked = true));
    const waits = async () =>
      (await admin.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rows.length > 0;
    await expect.poll(async () => isLinked || (await waits())).toBe(true);
    return { ...old, accessToken: "old grant, refreshed" };
  });
  await linking;
  expect(await vault.read()).toEqual({ accessToken: "new grant" });
});

test("of two ways that end at once with different accounts the first one stands", async () => {
  const owner = await running.person("Tarek");
  const company = await owner.found("Tarek & Co");
  const { connectionId } = (
    await owner.post(`/companies/${company}/connections`, {
      provider: "github",
      method: "key",
      values: { clientId: "x" },
    })
  ).body;
  const { databases, admin } = running.database;
  const { rows } = await admin.query(
    "SELECT *, to_jsonb(l) AS kept FROM app.link_attempts l WHERE connection_id = $1",
    [connectionId],
  );
  const { kept } = rows[0];
  const proved = (id: string) => ({
    ...rows[0],
    account: { id, label: id, granted: undefined, facts: {} },
    missing: [],
    credentials: { secret: id },
  });
  const settle = (id: string) =>
    asCaller(databases.user, { userId: connectionId, companyId: company }, (tx) =>
      settleLink(
        tx,
        { key: CONNECTIONS_KEY, now: () => new Date() },
        { companyId: company, connectionId, id: rows[0].id },
        proved(id),
      ),
    );
  await settle("first");
  await admin.query("INSERT INTO app.link_attempts SELECT * FROM jsonb_populate_record(NULL::app.link_attempts, $1)", [
    JSON.stringify(kept),
  ]);
  await expect(settle("second")).rejects.toThrow("connection-other-account");
  expect((await worker(company, connectionId).vault.read())["secret"]).toBe("first");
});

test("who serves pages opens nothing: another key, or another connection's row, is refused", async () => {
  const owner = await running.person("Tove");
  const company = await owner.found("Tove & Co");
  const [first, two] = [await linked(owner, company, "tove-1"), await linked(owner, company, "tove-2")];
  const other = connectionsKeyOf(Buffer.alloc(32, "another key"));
  await expect(worker(company, first, other).vault.read()).rejects.toThrow(CredentialsRefused);
  const { databases, admin } = running.database;
  await expect(publishSealingKey(databases.worker, other, new Date())).rejects.toThrow(WrongConnectionsKey);
  await admin.query(
    "UPDATE app.connection_secrets a SET sealed = b.sealed FROM app.connection_secrets b WHERE a.connection_id = $1 AND b.connection_id = $2",
    [first, two],
  );
  await expect(worker(company, first).vault.read()).rejects.toThrow(CredentialsRefused);
});

test("what a browser says of an installation or a tenant counts for those alone who could have given it", async () => {
  const owner = await running.person("Vera");
  const company = await owner.found("Vera & Co");
  const at = `/companies/${company}/connections`;
  const message = async (id: string) =>
    (await owner.get(`${at}/${id}`)).body as { state: string; attention: string | null };
  const denied = { state: "linking", attention: sentenceOf("connection-denied", "github") };
  vendor.accounts.set("typed", { id: "org-9", login: "acme" });
  expect(await message(await installed(owner, company, "member"))).toMatchObject(denied);
  expect(await message(await installed(owner, company, "admin"))).toMatchObject({
    state: "confirming",
    accountId: "org-9",
  });
  vendor.accounts.set("typed", { id: "tenant-1", login: "acme.example" });
  const [globalReader, globalAdministrator] = [
    "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
    "62e90394-69f5-4237-9190-012177145e10",
  ] as const;
  expect(await message(await consented(owner, company, globalReader))).toMatchObject(denied);
  const id = await consented(owner, company, globalAdministrator);
  expect(await message(id)).toMatchObject({ state: "confirming", accountId: "tenant-1" });
  // By our own id the probe compares what the tenant granted us with what we ask for.
  const { rows } = await running.database.admin.query("SELECT typed FROM app.connections WHERE id = $1", [id]);
  expect(rows[0].typed).toMatchObject({ clientId: VENDOR.CLIENT_ID });
});

test("no secret of any kind of link is found anywhere but sealed", async () => {
  const owner = await running.person("Uma");
  const company = await owner.found("Uma & Co");
  const at = `/companies/${company}/connections`;
  const canaries = new Set<string>([VENDOR.CLIENT_SECRET]);
  const answers: string[] = [];
  for (const kind of typedKinds) {
    const canary = `canary-of-${kind}-0123456789`;
    canaries.add(canary);
    if (kind === "token") vendor.typed.add(canary);
    const answer = await owner.post(at, { provider: "github", method: kind, values: { secret: canary } });
    answers.push(JSON.stringify(answer.body));
  }
  answers.push(
    JSON.stringify((await owner.post(at, { provider: "github", method: "key", values: { clientId: "x" } })).body),
  );
  const [line] = INSTALLATION.GITHUB_APP_PRIVATE_KEY.split("\n").slice(2);
  const tokens = ["canary-of-a-person-0123456789", "canary-of-an-installation-0123456789"];
  for (const canary of [line!, ...tokens, "code-of-an-installation", "code-of-a-sign-in"]) canaries.add(canary);
  vendor.accounts.set("typed", { id: "org-canary", login: "canary org" });
  const pages = [await installed(owner, company, "admin", tokens)];
  vendor.accounts.set("typed", { id: "tenant-canary", login: "canary tenant" });
  const consenting = "62e90394-69f5-4237-9190-012177145e10";
  canaries.add("canary-of-a-tenant-0123456789");
  pages.push(await consented(owner, company, consenting, "canary-of-a-tenant-0123456789"));
  for (const page of pages) expect((await owner.post(`${at}/${page}/confirm`, {})).status).toBe(200);
  const asked = vendor.asked.length;
  const id = await linked(owner, company, "canary");
  for (const { form } of vendor.asked.slice(asked))
    for (const name of ["code", "code_verifier"]) canaries.add(form.get(name) ?? VENDOR.CLIENT_SECRET);
  const { vault } = worker(company, id);
  const credentials = await vault.read();
  canaries.add(credentials["accessToken"]!);
  canaries.add(credentials["refreshToken"]!);
  await running.app.runTasks();
  answers.push(JSON.stringify((await owner.get(at)).body));
  for (const { id: each } of (await owner.get(at)).body.flatMap(
    (item: { connections: { id: string }[] }) => item.connections,
  ))
    answers.push(JSON.stringify((await owner.get(`${at}/${each}`)).body));
  answers.push(JSON.stringify((await owner.get(`/companies/${company}/records`)).body));

  const { rows: tables } = await running.database.admin.query<{ name: string }>(
    "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('app', 'auth')",
  );
  const places: [string, string][] = [
    ["answers", answers.join("\n")],
    ["log", running.log.join("\n")],
    ["mails", JSON.stringify(running.mails)],
    ...(await filesIn(running.folder)),
  ];
  for (const { name } of tables) {
    const { rows } = await running.database.admin.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    places.push([name, rows.map(({ text }) => text).join("\n")]);
  }
  expect(canaries.size).toBeGreaterThan(typedKinds.length + 4);
  const found = places.flatMap(([place, text]) =>
    [...canaries]
      .filter((canary) => formsOf(canary).some((form) => text.includes(form)))
      .map((canary) => `${canary} in ${place}`),
  );
  expect(found).toEqual([]);
  expect(formsOf("canary").some((form) => Buffer.from("a canary").toString("hex").includes(form))).toBe(true);
});

/** A secret as it stands, in hexadecimal as bytes are shown, in base64 at each offset, and in an address. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((pad) =>
    Buffer.from(" ".repeat(pad) + secret)
      .toString("base64")
      .slice(pad === 0 ? 0 : 4, -4),
  );
  return [secret, Buffer.from(secret).toString("hex"), encodeURIComponent(secret), ...base64].filter(
    (item) => item.length >= 8,
  );
}

async function filesIn(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, string]> => {
        const file = path.join(entry.parentPath, entry.name);
        return [file, (await readFile(file)).toString("latin1")];
      }),
  );
}
