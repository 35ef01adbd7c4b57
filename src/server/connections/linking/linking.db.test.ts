import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FailureName } from "#contract/failures.ts";
import { installedConnectors } from "#server/connections/connectors.ts";
import { callbackOf, followBack as follow } from "#tests/support/follow-vendor.ts";
import { OauthVendor, VENDOR, vendorConnector } from "#tests/support/oauth-vendor.ts";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { freePort } from "#tests/support/server-process.ts";
import { sentenceOf } from "../run-list.ts";

let running: RunningApp;
let vendor: OauthVendor;

beforeAll(async () => {
  const port = await freePort();
  vendor = await OauthVendor.for(`http://localhost:${port}/integrations/callback/github`);
  await vendor.listen();
  const connectors = installedConnectors((name) => name in VENDOR, [vendorConnector(vendor)]);
  running = await runApp({ port, connectors, vendors: VENDOR });
});
beforeEach(() => running.forgetTries());
afterAll(async () => {
  await running.close();
  await vendor.close();
});

const message = (failure: FailureName): string => sentenceOf(failure, "github");

/** A company with an owner, and what they do with connections. */
async function company(name: string) {
  const owner = await running.person(name);
  const id = await owner.found(`${name} & Co`);
  const at = `/companies/${id}/connections`;
  const link = async (method: string, values: Record<string, string> = {}) => {
    const { status, body } = await owner.post(at, { provider: "github", method, values });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { connectionId: string; redirectTo: string | null };
  };
  return {
    owner,
    id,
    at,
    link,
    get: async (connection: string) => (await owner.get(`${at}/${connection}`)).body,
    post: (connection: string, verb: string, body: object = {}) => owner.post(`${at}/${connection}/${verb}`, body),
  };
}

/** Somebody goes to the vendor and back, and the worker finishes. */
async function goAndReturn(redirectTo: string | null, person: Person): Promise<URL> {
  const shown = await follow(await callbackOf(redirectTo!), person);
  await running.app.runTasks();
  return shown;
}

let people = 0;
function account(id = `org-${(people += 1)}`, scopes?: readonly string[]) {
  vendor.visitor = id;
  vendor.accounts.set(id, { id, login: `acme-${id}`, ...(scopes && { scopes }) });
  return id;
}

test("an account is linked by the vendor's page, found, confirmed, and then collected", async () => {
  const { owner, link, get, post, at } = await company("Ada");
  const found = account();
  const { connectionId, redirectTo } = await link("sign-in");
  const page = new URL(redirectTo!);
  expect(page.searchParams.get("code_challenge_method")).toBe("S256");
  expect(page.searchParams.get("redirect_uri")).toBe(`${running.url}/integrations/callback/github`);
  expect(page.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
  expect((await get(connectionId)).state).toBe("linking");
  const shown = await goAndReturn(redirectTo, owner);
  expect(shown.pathname + shown.search).toBe(`/dashboard/integrations?connection=${connectionId}`);
  expect(await get(connectionId)).toMatchObject({
    state: "confirming",
    accountId: found,
    accountLabel: `acme-${found}`,
    missing: [],
  });
  const confirmed = await post(connectionId, "confirm");
  expect(confirmed.body).toMatchObject({ state: "connected", running: { reason: "first", state: "waiting" } });
  expect((await post(connectionId, "confirm")).body.code).toBe("connection-not-ready");
  expect((await post(connectionId, "collect")).body.code).toBe("already-collecting");
  const { rows } = await running.database.admin.query(
    "SELECT event FROM app.ledger_acts WHERE subject = $1 ORDER BY seq",
    [connectionId],
  );
  expect(rows.map(({ event }) => event)).toEqual(["connection.begun", "connection.connected"]);
  expect((await owner.get(at)).body[0].connections).toHaveLength(1);
});

test("a way back counts once, in the session that began it, for ten minutes, at its vendor's address", async () => {
  const { owner, link, get } = await company("Ben");
  account();
  const other = await running.person("Mallory");
  await other.found("Mallory & Co");
  const second = new Person(owner.url, owner.name, owner.email);
  await second.signIn();

  const stolen = await link("sign-in");
  const back = await callbackOf(stolen.redirectTo!);
  expect((await follow(back, other)).search).toBe("?failure=connection-expired");
  expect((await follow(back, second)).search).toBe(`?connection=${stolen.connectionId}`);
  expect((await get(stolen.connectionId)).attention).toBe(message("connection-expired"));
  // It was used up by the session that it was not for.
  expect((await follow(back, owner)).search).toBe("?failure=connection-expired");

  const late = await link("sign-in");
  const lateBack = await callbackOf(late.redirectTo!);
  running.setNow(new Date(Date.now() + 11 * 60_000));
  await follow(lateBack, owner);
  running.setNow(undefined);
  expect((await get(late.connectionId)).attention).toBe(message("connection-expired"));

  const elsewhere = await link("sign-in");
  const mixed = await callbackOf(elsewhere.redirectTo!);
  mixed.pathname = "/integrations/callback/okta";
  await follow(mixed, owner);
  expect((await get(elsewhere.connectionId)).attention).toBe(message("connection-expired"));

  const impostor = await link("sign-in");
  const issued = await callbackOf(impostor.redirectTo!);
  issued.searchParams.set("iss", "https://evil.example");
  await follow(issued, owner);
  expect((await get(impostor.connectionId)).attention).toBe(message("connection-denied"));

  const done = await link("sign-in");
  const used = await callbackOf(done.redirectTo!);
  expect((await follow(used, owner)).search).toBe(`?connection=${done.connectionId}`);
  expect((await follow(used, owner)).search).toBe("?failure=connection-expired");
  await running.app.runTasks();
  expect((await get(done.connectionId)).state).toBe("confirming");
});

test("whoever may not manage connections any more when they come back connects nothing, and their way is used up", async () => {
  const { owner, id, link } = await company("Bea");
  account();
  const { connectionId, redirectTo } = await link("sign-in");
  const back = await callbackOf(redirectTo!);
  const role = (now: string) =>
    running.database.admin.query("UPDATE app.company_members SET role = $3 WHERE company_id = $1 AND user_id = $2", [
      id,
      owner.id,
      now,
    ]);
  // The way ends with the rights of who began it, and does not come back with them.
  await role("viewer");
  expect((await follow(back, owner)).search).toBe("?failure=connection-expired");
  await role("owner");
  expect((await follow(back, owner)).search).toBe("?failure=connection-expired");
  const { rows } = await running.database.admin.query("SELECT FROM app.link_attempts WHERE connection_id = $1", [
    connectionId,
  ]);
  expect(rows).toEqual([]);
});

test("a code that was made for somebody else's way is refused by its verifier", async () => {
  const { owner, link, get } = await company("Cleo");
  account();
  const theirs = await callbackOf((await link("sign-in")).redirectTo!);
  const ours = await link("sign-in");
  const back = await callbackOf(ours.redirectTo!);
  back.searchParams.set("code", theirs.searchParams.get("code")!);
  await follow(back, owner);
  await running.app.runTasks();
  expect(await get(ours.connectionId)).toMatchObject({ state: "linking", attention: message("connection-refused") });
});

test("nobody is sent elsewhere by what stands in a way back, and the vendor's words are shown as ours", async () => {
  const { owner, link, get } = await company("Dora");
  account();
  vendor.visitor = undefined;
  const { connectionId, redirectTo } = await link("sign-in");
  const back = await callbackOf(redirectTo!);
  back.searchParams.set("redirect_to", "https://evil.example");
  expect((await follow(back, owner)).origin).toBe(running.url);
  expect((await get(connectionId)).attention).toBe(message("connection-denied"));
  const odd = await link("sign-in");
  vendor.visitor = "nobody";
  const oddBack = await callbackOf(odd.redirectTo!);
  oddBack.searchParams.delete("code");
  oddBack.searchParams.set("error", '<script>alert(1)</script>"x');
  await follow(oddBack, owner);
  expect((await get(odd.connectionId)).attention).toBe(
    'The provider answered "scriptalert1scriptx". Nothing was connected.',
  );
});

test("an access that could write is refused and revoked, and one that lacks a scope says which", async () => {
  const { owner, link, get } = await company("Eli");
  account();
  const refused = await link("write");
  const before = vendor.asked.length;
  await goAndReturn(refused.redirectTo, owner);
  expect(await get(refused.connectionId)).toMatchObject({
    state: "linking",
    attention: message("connection-can-write"),
  });
  expect(vendor.asked.slice(before).map(({ path }) => path)).toEqual(["/token", "/token/revocation"]);
  account(undefined, ["members:read"]);
  const partial = await link("sign-in");
  await goAndReturn(partial.redirectTo, owner);
  expect(await get(partial.connectionId)).toMatchObject({ state: "confirming", missing: ["alerts:read"] });
});

test("an account is connected once, and a connection keeps its account", async () => {
  const { owner, link, get, post } = await company("Finn");
  const anAccount = account();
  const first = await link("sign-in");
  await goAndReturn(first.redirectTo, owner);
  await post(first.connectionId, "confirm");
  const again = await link("sign-in");
  await goAndReturn(again.redirectTo, owner);
  expect(await get(again.connectionId)).toMatchObject({ state: "linking", attention: message("already-connected") });

  await running.database.admin.query(
    "UPDATE app.connections SET state = 'needs attention', attention = 'connection-refused' WHERE id = $1",
    [first.connectionId],
  );
  account();
  const wrong = await post(first.connectionId, "reconnect", { method: "sign-in", values: {} });
  await goAndReturn(wrong.body.redirectTo, owner);
  expect(await get(first.connectionId)).toMatchObject({
    state: "needs attention",
    attention: message("connection-other-account"),
    accountId: anAccount,
  });
  vendor.visitor = anAccount;
  const right = await post(first.connectionId, "reconnect", { method: "sign-in", values: {} });
  await goAndReturn(right.body.redirectTo, owner);
  expect(await get(first.connectionId)).toMatchObject({ state: "connected", attention: null });
});

test("a vendor that is slow to answer about one link keeps nobody else waiting", async () => {
  const [slow, quick] = [await company("Fay"), await company("Gus")];
  account();
  const held: ServerResponse[] = [];
  vendor.also.set("/token", (response: ServerResponse) => held.push(response));
  const first = await slow.link("sign-in");
  await follow(await callbackOf(first.redirectTo!), slow.owner);
  const working = running.app.runTasks();
  await expect.poll(() => held.length).toBe(1);
  vendor.also.clear();
  const second = await quick.link("sign-in");
  await follow(await callbackOf(second.redirectTo!), quick.owner);
  await expect.poll(async () => (await quick.get(second.connectionId)).state).toBe("confirming");
  held[0]!.writeHead(400).end('{"error":"invalid_grant"}');
  await working;
  expect((await slow.get(first.connectionId)).attention).toBe(message("connection-refused"));
});

test("a company has twenty ways open at most, and another one has its own", async () => {
  const { link, owner, at } = await company("Hal");
  for (let begun = 0; begun < 20; begun += 1) await link("sign-in");
  await running.forgetTries();
  const more = await owner.post(at, { provider: "github", method: "sign-in", values: {} });
  expect([more.status, more.body.code]).toEqual([429, "too-many-requests"]);
  await (await company("Ida")).link("sign-in");
});

test("a typed token is sealed at once, proved by the worker and sent behind the vendor's word for it", async () => {
  const { link, get, owner, at } = await company("Gwen");
  vendor.accounts.set("typed", { id: "typed-org", login: "typed" });
  const wrong = await owner.post(at, {
    provider: "github",
    method: "token",
    values: { organization: "Acme!", token: "short" },
  });
  expect(wrong.body.code).toBe("connection-input");
  const refused = await link("token", { organization: "acme", token: "not-this-one" });
  await running.app.runTasks();
  expect((await get(refused.connectionId)).attention).toBe(message("connection-refused"));
  vendor.typed.add("canary-typed-token");
  const { connectionId, redirectTo } = await link("token", { organization: "acme", token: "canary-typed-token" });
  expect(redirectTo).toBeNull();
  await running.app.runTasks();
  expect(await get(connectionId)).toMatchObject({
    state: "confirming",
    typed: [{ label: "Organization", value: "acme" }],
  });
});

test("a key is made for a connection: its public half is shown until the vendor knows it", async () => {
  const { link, get, post } = await company("Hugo");
  vendor.accounts.set("customer-app", { id: "key-org", login: "key" });
  const { connectionId } = await link("key", { clientId: "customer-app" });
  const shown = await get(connectionId);
  const jwk = JSON.parse(shown.publicKey);
  expect(jwk).toMatchObject({ kty: "EC", crv: "P-256", use: "sig" });
  expect(jwk).not.toHaveProperty("d");
  await post(connectionId, "reconnect", { method: "key", values: {} });
  await running.app.runTasks();
  expect((await get(connectionId)).publicKey).toBe(shown.publicKey);
  expect((await get(connectionId)).attention).toBe(message("connection-refused"));
  vendor.enter(jwk);
  await post(connectionId, "reconnect", { method: "key", values: {} });
  await running.app.runTasks();
  expect(await get(connectionId)).toMatchObject({ state: "confirming", publicKey: null, attention: null });
});

test("disconnecting forgets the credentials at once, and tells the vendor", async () => {
  const { owner, link, get, post } = await company("Iris");
  account();
  const { connectionId, redirectTo } = await link("sign-in");
  await goAndReturn(redirectTo, owner);
  await post(connectionId, "confirm");
  const sealed = (table: string) =>
    running.database.admin.query(`SELECT sealed FROM app.${table} WHERE connection_id = $1`, [connectionId]);
  expect((await sealed("connection_secrets")).rows).toHaveLength(1);
  const before = vendor.asked.length;
  expect((await post(connectionId, "disconnect")).body.state).toBe("disconnected");
  expect((await sealed("connection_secrets")).rows).toHaveLength(0);
  await running.app.runTasks();
  expect((await sealed("ended_links")).rows).toHaveLength(0);
  expect(vendor.asked.slice(before).map(({ path }) => path)).toEqual(["/token/revocation"]);
  expect((await get(connectionId)).state).toBe("disconnected");
  expect((await post(connectionId, "disconnect")).status).toBe(200);
});

test("a company that is erased ends its access at the vendor first", async () => {
  const { owner, id, link, post } = await company("Lea");
  account();
  const { connectionId, redirectTo } = await link("sign-in");
  await goAndReturn(redirectTo, owner);
  await post(connectionId, "confirm");
  const due = (when: string) =>
    running.database.admin.query(
      `UPDATE app.companies SET deletion_due_at = now() - interval '${when}' WHERE id = $1`,
      [id],
    );
  await due("1 second");
  const before = vendor.asked.length;
  for (let round = 0; round < 3; round += 1) await running.app.runTasks();
  expect(vendor.asked.slice(before).map(({ path }) => path)).toContain("/token/revocation");
  const { rows } = await running.database.admin.query("SELECT FROM app.companies WHERE id = $1", [id]);
  expect(rows).toEqual([]);
});

test("owners and admins are mailed once when a connection needs attention", async () => {
  const { owner, link, post } = await company("Jo");
  account();
  const { connectionId, redirectTo } = await link("sign-in");
  await goAndReturn(redirectTo, owner);
  await post(connectionId, "confirm");
  const mails = () => running.mails.filter((mail) => mail.to === owner.email && /needs attention/.test(mail.subject));
  const breakIt = () =>
    running.database.admin.query(
      "UPDATE app.connections SET state = 'needs attention', attention = 'connection-refused' WHERE id = $1",
      [connectionId],
    );
  await breakIt();
  for (let i = 0; i < 3; i += 1) await running.app.runTasks();
  expect(mails()).toHaveLength(1);
  expect(mails()[0]!.text).toContain(`/dashboard/integrations?manage=${connectionId}`);
  expect((await post(connectionId, "resume")).body.state).toBe("connected");
  await breakIt();
  for (let i = 0; i < 2; i += 1) await running.app.runTasks();
  expect(mails()).toHaveLength(2);
});
