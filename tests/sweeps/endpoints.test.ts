import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";
import { endpoints } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { can } from "#domain/access.ts";
import type { CompanyAction, CompanyRole } from "#domain/access.ts";
import { AuthenticatorApp } from "../support/authenticator-app.ts";
import { Person } from "../support/person.ts";
import type { Answer } from "../support/person.ts";
import { runApp } from "../support/running-app.ts";
import type { RunningApp } from "../support/running-app.ts";

// Every promise here holds for every endpoint of the contract: a new one is covered before its author thinks of it.
let running: RunningApp;
let owner: Person;
let outsider: Person;
let signedOut: Person;
/** Somebody whose password is typed, and whose second factor is still missing. */
let halfSignedIn: Person;
/** A platform admin who has signed in with a password alone. */
let careless: Person;
/** A platform admin with a second factor, who is a member of no company. */
let platformAdmin: Person;
/** A company of the owner's that asks for a second factor, which they have not brought. */
let strict: string;
let company: string;
const ids: Record<string, string> = {};
const roles = new Map<CompanyRole, Person>();

/** Input that the endpoint's own schema accepts, for the company and its things. */
const valid: Record<string, Record<string, unknown>> = {
  "session.signUp": {
    firstName: "A",
    lastName: "B",
    email: "new@example.test",
    password: "Correct-horse-7",
    verification: "not solved",
  },
  "session.resendConfirmation": { email: "nobody@example.test" },
  "session.confirmEmail": { token: "unknown" },
  "session.checkConfirmation": { token: "unknown" },
  "requests.askAccess": {
    kind: "access",
    firstName: "A",
    lastName: "B",
    email: "new@example.test",
    company: "C",
    role: "D",
    verification: "not solved",
  },
  "requests.sendMessage": {
    name: "A",
    email: "new@example.test",
    subject: "B",
    message: "C",
    verification: "not solved",
  },
  "session.signIn": { email: "nobody@example.test", password: "wrong-one", verification: "not solved" },
  "session.sendMagicLink": { email: "nobody@example.test" },
  "session.useMagicLink": { token: "unknown" },
  "session.sendReset": { email: "nobody@example.test" },
  "session.checkReset": { token: "unknown" },
  "session.resetPassword": { token: "unknown", password: "Correct-horse-7" },
  "session.confirmIdentity": { password: "wrong-one" },
  "secondFactor.verify": { code: "000000" },
  "secondFactor.confirmTotp": { code: "000000" },
  "passkeys.register": { name: "Sweep", credential: {} },
  "passkeys.rename": { name: "Sweep" },
  "passkeys.signIn": { credential: {} },
  "passkeys.useSecondFactor": { credential: {} },
  "ownAccount.rename": { firstName: "Olga", lastName: "Example" },
  "ownAccount.changePassword": { currentPassword: "wrong-one", password: "Correct-horse-8" },
  "ownAccount.delete": { email: "nobody@example.test" },
  "companies.requireSecondFactor": { required: false },
  "companies.rename": { name: "Swept and Partners" },
  "companies.transfer": { memberId: randomUUID() },
  "companies.delete": { name: "another name" },
  "members.changeRole": { role: "viewer" },
  "invitations.renew": { mail: false },
  "invitations.look": { token: "unknown" },
  "invitations.accept": { token: "unknown" },
  "invitations.decline": { token: "unknown" },
  "companies.create": { name: "Another company" },
  "projects.create": { name: "Sweep", framework: "soc2" },
  "onboarding.saveDraft": { step: 2, answers: { industry: "technology", employeeCount: "1" } },
  "onboarding.submit": { industry: "technology", employeeCount: 12, annualRevenue: 0, customerRegions: ["europe"] },
  "projects.rename": { name: "Swept" },
  "projects.setWindow": { window: { from: "2026-01-01", to: "2026-12-31" } },
  "controls.assign": { ownerId: null, dueOn: "2026-12-31" },
  "controls.note": { body: "Swept" },
  "controls.setApplicability": { applicable: true, reason: "It applies after all" },
  "invitations.create": { email: "invited@example.test", role: "viewer" },
  "evidence.file": { name: "Sweep", fileName: "sweep.txt", type: "Document", controls: "XC-01" },
  "evidence.same": { sha256: "0".repeat(64) },
  "uploads.send": { offset: "0", size: "5" },
  "evidence.suggest": { name: "Sweep", fileName: "sweep.txt", text: "" },
  "imports.create": { fileName: "sweep.sarif" },
  "ledger.consistency": { from: "1" },
  "demo.enter": { email: "nobody@example.test", password: "wrong-one" },
  "matters.create": { name: "Sweep", basis: "work product", join: true },
  "matters.rename": { name: "Swept" },
  "matters.addPerson": { userId: randomUUID() },
  "matters.lift": { reason: "Swept" },
  "auditors.invite": { email: "auditor@example.test", projects: [randomUUID()], endsOn: "2999-01-01" },
  "auditors.change": { projects: [randomUUID()], endsOn: "2999-01-01" },
  "audit.ask": { projectId: randomUUID(), text: "The policy", dueOn: "2999-01-01" },
  "audit.answer": { text: "Here it is" },
  "audit.settle": { outcome: "accepted" },
  "audit.comment": { projectId: randomUUID(), control: "XC-01", text: "Swept" },
  "audit.sample": { projectId: randomUUID(), control: "XC-01", from: "2000-01-01", to: "2000-01-02", size: 1 },
  "flags.set": { enabled: true },
  "connections.link": { provider: "github", method: "token", values: {} },
  "connections.reconnect": { method: "token", values: {} },
  "connections.configure": { settings: {} },
  "pipelines.trust": { repository: "acme/swept", branch: "main" },
  "pipelines.exchange": { companyId: randomUUID(), identityToken: "not-a-token" },
  "imports.saveMapping": {
    name: "Swept",
    header: ["Check", "Result"],
    columns: { rule: "Check", outcome: "Result" },
    words: { ok: "pass" },
  },
  "imports.renameMapping": { name: "Swept anew" },
  "apiTokens.create": { name: "Sweep", scopes: ["read"] },
  "webhooks.create": { url: "http://127.0.0.1:9/sweep", events: ["*"] },
  "webhooks.change": { events: ["evidence.filed"] },
  "alertPreferences.set": { kinds: [{ kind: "exports", byMail: true }] },
  "portal.preview": { controls: ["XC-01"] },
  "portal.set": {
    isOn: false,
    title: "Our program",
    introduction: "",
    contact: null,
    listed: false,
    controls: ["XC-01"],
    frameworks: ["soc2"],
  },
  "alerts.mute": { until: "2100-01-01" },
  "flags.override": { companyId: randomUUID(), enabled: true },
  "session.checkInvitation": { token: "unknown" },
  "users.setRole": { role: "manager" },
  "users.invite": { email: "invited@example.test" },
  "requests.answer": { message: "Thank you" },
  "search.everything": { text: "sweep" },
  "activity.export": { format: "csv" },
  "support.send": { subject: "Sweep", message: "Swept" },
  "debug.insertCompany": { name: "Swept" },
};
/** What a person needs of their own before they can use an endpoint. */
const prepare: Record<string, (person: Person) => Promise<void>> = {
  "controls.strikeNote": async () => {
    ids["noteId"] = (await call(owner, named("controls.note"), company)).body.id;
  },
  "exports.cancel": prepareExport,
  "exports.bundle": prepareExport,
  "pipelines.trust": forgetImporting,
  "imports.saveMapping": forgetImporting,
  "pipelines.remove": async () => {
    await forgetImporting();
    ids["pipelineId"] = (await call(owner, named("pipelines.trust"), company)).body.id;
  },
  "imports.renameMapping": prepareMapping,
  "imports.removeMapping": prepareMapping,
  "apiTokens.revoke": async () => {
    ids["tokenId"] = (await call(owner, named("apiTokens.create"), company)).body.apiToken.id;
  },
  "alerts.acknowledge": async () => {
    const { rows } = await running.database.admin.query(
      `INSERT INTO app.incidents (company_id, control_id, kind, began_at, reason, ended_at)
        VALUES ($1, 'XC-22', 'failing', now(), 'Swept.', now()) RETURNING id`,
      [company],
    );
    ids["alertId"] = rows[0].id;
  },
  "webhooks.remove": makeWebhook,
  "webhooks.sendAgain": makeWebhook,
  "activity.file": async (person) => {
    ids["exportId"] =
      (await person.post(`/companies/${company}/activity/exports`, { format: "csv" })).body.exportId ?? randomUUID();
  },
  "connections.confirm": () => connectionIn("confirming"),
  "connections.pause": () => connectionIn("connected"),
  "connections.resume": () => connectionIn("paused"),
  "connections.collect": () => connectionIn("connected"),
  "connections.disconnect": () => connectionIn("connected"),
};
/** What whoever has passed the door may be told all the same: of things that are not there, or were done before. */
const passed: Record<string, readonly string[]> = {
  "projects.start": ["project-started", "project-archived"],
  "projects.archive": ["project-archived"],
  "projects.restore": ["project-not-archived"],
  "controls.strikeNote": ["note-of-another"],
  "uploads.get": ["not-found"],
  "connections.run": ["not-found"],
  "connections.link": ["connector-unavailable"],
  "connections.reconnect": ["connector-unavailable"],
  "connections.configure": ["connection-input"],
  "companies.transfer": ["not-found"],
  "companies.delete": ["name-differs"],
  "companies.keep": ["deletion-not-asked"],
  "members.changeRole": ["not-found"],
  "members.remove": ["not-found"],
  "members.issued": ["not-found"],
  // Its circle is all who read of it.
  "matters.get": ["not-found"],
  "matters.items": ["not-found"],
  "matters.log": ["not-found"],
  "matters.privilegeLog": ["not-found"],
  "matters.addPerson": ["not-found"],
  "matters.removePerson": ["not-found"],
  "matters.lift": ["not-found"],
  "auditors.invite": ["audit-too-long"],
  "auditors.change": ["not-found"],
  "auditors.end": ["not-found"],
  "auditors.views": ["not-found"],
  "audit.answer": ["not-found"],
  "audit.comment": ["not-found"],
  "audit.getSample": ["not-found"],
  "invitations.create": ["23505"],
  "invitations.renew": ["not-found"],
  "invitations.cancel": ["not-found"],
};
/** What is put back after a person has used an endpoint. */
const undo: Record<string, (person: Person) => Promise<void>> = {
  "projects.archive": async () => void (await call(owner, named("projects.restore"), company)),
  "members.leave": (person) => join([...roles].find(([, one]) => one === person)![0], person),
};

/** Makes a person a member, as if they had been invited. */
async function join(role: CompanyRole, person: Person): Promise<void> {
  await running.database.admin.query(
    "INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [company, person.id, role],
  );
}
const sarif = JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "Sweep" } }, results: [] }] });

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  outsider = await running.person("Otto");
  signedOut = new Person(running.url, "Nobody", "");
  company = await owner.found("Swept and Partners");
  await outsider.found("Elsewhere Ltd");
  strict = await owner.found("Strict and Partners");
  await running.database.admin.query("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [strict]);
  careless = await running.person("Cara");
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [careless.id]);
  platformAdmin = await running.person("Omar");
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [platformAdmin.id]);
  await AuthenticatorApp.addTo(platformAdmin, new Date());
  const twice = await running.person("Hana");
  await AuthenticatorApp.addTo(twice, new Date());
  halfSignedIn = new Person(running.url, "Hana", twice.email);
  await halfSignedIn.signIn();
  roles.set("owner", owner);
  for (const role of ["admin", "member", "viewer"] as const) {
    const person = await running.person(role);
    await join(role, person);
    roles.set(role, person);
  }
  ids["projectId"] = (await owner.post(`/companies/${company}/projects`, { name: "First", framework: "soc2" })).body.id;
  ids["controlId"] = "XC-01";
  await connectionIn("connected");
  ids["key"] = "api-access";
  ids["evidenceId"] = (await call(owner, named("evidence.file"), company)).body.id;
  ids["importId"] = (await call(owner, named("imports.create"), company)).body.id;
  ids["matterId"] = (await call(owner, named("matters.create"), company)).body.id;
  // The circle is open to every role; who may do what in it is another matter.
  for (const { id } of roles.values())
    await running.database.admin.query(
      "INSERT INTO app.matter_circle (company_id, matter_id, user_id, added_by) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
      [company, ids["matterId"], id, owner.id],
    );
  await running.app.runTasks();
  ids["exportId"] = (await owner.post(`/companies/${company}/exports`, {})).body.id;
  await running.database.admin.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  await makeWebhook();
});

afterAll(() => running.close());

/** A webhook with something to send, which no task does here. */
async function prepareExport(person: Person): Promise<void> {
  ids["exportId"] = (await person.post(`/companies/${company}/exports`, {})).body.id;
}

/** Names that were taken a moment ago are free again. */
async function prepareMapping() {
  await forgetImporting();
  ids["mappingId"] = (await call(owner, named("imports.saveMapping"), company)).body.id;
}

async function forgetImporting(): Promise<void> {
  await running.database.admin.query("DELETE FROM app.csv_mappings");
  await running.database.admin.query("DELETE FROM app.pipelines");
}

/** The company's connection, in a state of its own and with nothing under way. */
async function connectionIn(state: string): Promise<void> {
  const { admin } = running.database;
  ids["connectionId"] ??= randomUUID();
  await admin.query("DELETE FROM app.collection_runs WHERE connection_id = $1", [ids["connectionId"]]);
  await admin.query(
    `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, created_by)
      VALUES ($1, $2, 'github', 'token', $3, 'swept', $4) ON CONFLICT (company_id, id) DO UPDATE SET state = $3`,
    [company, ids["connectionId"], state, owner.id],
  );
}

async function makeWebhook(): Promise<void> {
  ids["webhookId"] = (await call(owner, named("webhooks.create"), company)).body.webhook.id;
  ids["deliveryId"] = (await call(owner, named("webhooks.test"), company)).body.deliveryId;
}

function named(name: string): NamedEndpoint {
  return endpoints.find((endpoint) => endpoint.name === name)!;
}

function pathOf(endpoint: NamedEndpoint, companyId: string): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "companyId" ? companyId : (ids[name] ?? randomUUID()),
  );
}

interface Change {
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

async function call(
  person: Person,
  endpoint: NamedEndpoint,
  companyId: string,
  { extra = {}, headers = {} }: Change = {},
): Promise<Answer> {
  const path = pathOf(endpoint, companyId);
  const input = { ...valid[endpoint.name], ...extra };
  const query = Object.keys(input).length > 0 ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
  if (endpoint.kind === "upload")
    return await person.upload(path + query, endpoint.name === "imports.create" ? sarif : "swept", headers);
  if (endpoint.method === "GET") return await person.send("GET", path + query, undefined, headers);
  return await person.send(endpoint.method, path, JSON.stringify(input), {
    "content-type": "application/json",
    ...headers,
  });
}

function expectFailure(answer: Answer, name: FailureName): void {
  expect({ status: answer.status, message: answer.body?.message }).toEqual({
    status: failures[name].status,
    message: failures[name].says,
  });
  expect(answer.body.code).toBeTypeOf("string");
  expect(answer.response.headers.get("content-type")).toBe("application/json");
}

const hasCompany = (endpoint: NamedEndpoint) => endpoint.path.includes("{companyId}");
const writesJson = (endpoint: NamedEndpoint) => endpoint.method !== "GET" && endpoint.kind !== "upload";

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))("%s", (_, endpoint) => {
  test.runIf(endpoint.access !== "anyone")("tells a signed-out caller to sign in", async () => {
    expectFailure(await call(signedOut, endpoint, company), endpoint.signedOut ?? "signed-out");
  });

  test.runIf(endpoint.access !== "anyone")("opens nothing to whoever still lacks the second factor", async () => {
    expect(halfSignedIn.cookie).not.toBe("");
    expectFailure(await call(halfSignedIn, endpoint, company), endpoint.signedOut ?? "signed-out");
  });

  test.runIf(hasCompany(endpoint))(
    "tells an owner which factor their own company misses, and nothing else",
    async () => {
      expectFailure(await call(owner, endpoint, strict), "second-factor-required");
    },
  );

  test.runIf(endpoint.access === "platform-admin")(
    "is closed to a platform admin without a second factor",
    async () => {
      expectFailure(await call(careless, endpoint, company), "second-factor-required");
    },
  );

  test.runIf(endpoint.access === "platform-admin")("is open to a platform admin, and to no owner", async () => {
    expectFailure(await call(owner, endpoint, company), "forbidden");
    const answer = await call(platformAdmin, endpoint, company);
    // What it is about may not be there; the door was passed.
    expect([200, 404]).toContain(answer.status);
  });

  test.runIf(hasCompany(endpoint))(
    "answers an outsider, and a platform admin, exactly as for a company that does not exist",
    async () => {
      const unknown = await call(outsider, endpoint, randomUUID());
      for (const person of [outsider, platformAdmin]) {
        const foreign = await call(person, endpoint, company);
        expectFailure(foreign, "not-found");
        expect(foreign.body).toEqual(unknown.body);
      }
    },
  );

  test.runIf(hasCompany(endpoint))(
    "does for each role what the table of roles says, and refuses the others",
    async () => {
      for (const [role, person] of roles) {
        await prepare[endpoint.name]?.(person);
        const answer = await call(person, endpoint, company);
        const allowed = can(role, endpoint.access as CompanyAction);
        const code = answer.status < 300 ? "allowed" : (answer.body?.code as string);
        const told = passed[endpoint.name]?.includes(code) ? "allowed" : code;
        await undo[endpoint.name]?.(person);
        expect(`${role}: ${told}`).toBe(`${role}: ${allowed ? "allowed" : "forbidden"}`);
        // A file is read to its end, so that nothing is still being written down about it; events have none.
        if (endpoint.kind === "download") await answer.response.arrayBuffer();
        else await answer.response.body?.cancel().catch(() => {});
      }
    },
  );

  test("refuses a field it does not know, and changes nothing", async () => {
    const before = await fingerprint();
    const answer = await call(owner, endpoint, company, { extra: { surprise: "1" } });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("invalid-input");
    expect(await fingerprint()).toBe(before);
  });

  test("answers a wrong method with 405 and the right ones", async () => {
    const answer = await owner.send("PUT", pathOf(endpoint, company), "{}", { "content-type": "application/json" });
    expectFailure(answer, "method-not-allowed");
    expect(answer.response.headers.get("allow")).toContain(endpoint.method);
  });

  test.runIf(writesJson(endpoint))(
    "refuses malformed JSON with 400, too much of it with 413, and another type with 415",
    async () => {
      const path = pathOf(endpoint, company);
      const json = { "content-type": "application/json" };
      expectFailure(await owner.send(endpoint.method, path, '{"name":', json), "malformed-json");
      expectFailure(await owner.send(endpoint.method, path, `{"name":"${"a".repeat(1_100_000)}"}`, json), "too-large");
      expectFailure(
        await owner.send(endpoint.method, path, '{"name":"a"}', { "content-type": "text/plain" }),
        "unsupported-media-type",
      );
    },
  );

  test.runIf(endpoint.method !== "GET")("refuses a write that another site makes the browser send", async () => {
    const before = await fingerprint();
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
    ];
    for (const headers of foreign) {
      expectFailure(await call(owner, endpoint, company, { headers }), "cross-origin");
    }
    expect(await fingerprint()).toBe(before);
  });

  test("carries the security headers and is never cached", async () => {
    const { response } = await call(signedOut, endpoint, company);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    await response.body?.cancel().catch(() => {});
  });
});

test("a GET changes nothing in the database", async () => {
  const before = await fingerprint();
  for (const endpoint of endpoints.filter((one) => one.method === "GET" && ["query", "account"].includes(one.kind)))
    await call(owner, endpoint, company);
  expect(await fingerprint()).toBe(before);
});

test("every endpoint of the contract stands in the API document with its access", async () => {
  const document = await (await fetch(`${running.url}/api/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  for (const endpoint of endpoints) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.["x-access"], endpoint.name).toBe(endpoint.access);
  }
  const page = await (await fetch(`${running.url}/api/docs`)).text();
  for (const endpoint of endpoints) expect(page).toContain(`id="${endpoint.name}"`);
});

/** A digest of every row of every table that a company's work lives in: a refused request must not change one. */
async function fingerprint(): Promise<string> {
  const { rows } = await running.database.admin.query<{
    counts: string;
  }>(`SELECT string_agg(format('%s=%s', t, n), ' ' ORDER BY t) AS counts FROM (
    SELECT c.relname AS t, (xpath('/row/n/text()', query_to_xml(format('SELECT md5(string_agg(r::text, chr(10) ORDER BY r::text)) AS n FROM %I.%I r', s.nspname, c.relname), false, true, '')))[1]::text AS n
    FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
    WHERE s.nspname IN ('app', 'auth') AND c.relkind = 'r' AND c.relname NOT IN ('processes', 'rate_limits', 'ledger_checkpoints', 'outbox', 'sessions')) x`);
  return rows[0]!.counts;
}
