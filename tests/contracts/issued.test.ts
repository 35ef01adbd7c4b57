import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { endedBecause, issuedForInstallation, issuedKinds } from "#domain/issued.ts";
import type { IssuedKindKey } from "#domain/issued.ts";
import { installedConnectors } from "#server/connections/connectors.ts";
import { asCaller } from "#server/db/as-caller.ts";
import { PipelineIssuer } from "#tests/support/pipeline-issuer.ts";
import { quickPerson } from "#tests/support/quick-person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { sampleConnector } from "#tests/support/sample-connector.ts";
import { columnsThatMayNamePeople, excused } from "./issued/columns.ts";
import { endings } from "./issued/endings.ts";
import { foundFirm, issue, tokenIn } from "./issued/issue.ts";
import type { Around, Firm, Issued } from "./issued/issue.ts";

const json = { "content-type": "application/json" };
const issuer = new PipelineIssuer();
let running: RunningApp;
let receiver: Server;
const arrived: string[] = [];
let around: Around;

beforeAll(async () => {
  await issuer.listen();
  receiver = createServer((request, response) => {
    arrived.push(request.url ?? "");
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  running = await runApp({
    pipelineIssuer: issuer.url,
    connectors: installedConnectors(() => true, [sampleConnector()]),
  });
  await running.database.admin.query("UPDATE app.feature_flags SET enabled = true WHERE key = 'api-access'");
  const { port } = receiver.address() as AddressInfo;
  const receive = () => {
    const path = `/${randomUUID()}`;
    return { url: `http://127.0.0.1:${port}${path}`, count: () => arrived.filter((each) => each === path).length };
  };
  around = { issuer, receive };
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await running.close();
  await issuer.close();
});
beforeEach(() => running.forgetTries());

const kinds = issuedKinds.map(({ kind }) => kind);

async function issueAll(firm: Firm): Promise<Record<IssuedKindKey, Issued>> {
  const all: [IssuedKindKey, Issued][] = [];
  for (const kind of kinds) all.push([kind, await issue[kind](firm, around)]);
  return Object.fromEntries(all) as Record<IssuedKindKey, Issued>;
}
const listOf = async ({ owner, company, memberId }: Firm) =>
  (await owner.get(`/companies/${company}/members/${memberId}/issued`)).body as {
    id: string;
    kind: IssuedKindKey;
    label: string;
    keepable: boolean;
  }[];
async function working(all: Record<IssuedKindKey, Issued>): Promise<IssuedKindKey[]> {
  const found: IssuedKindKey[] = [];
  for (const kind of kinds) if (await all[kind].works()) found.push(kind);
  return found;
}

test("S7: every column that may name a person is declared as issued, or excused with a reason", async () => {
  const { rows } = await running.database.admin.query<{ name: string }>(columnsThatMayNamePeople);
  const found = rows.map(({ name }) => name);
  const declared = [...issuedKinds, ...issuedForInstallation].map(({ table, issuer: column }) => `${table}.${column}`);
  expect(found.length).toBeGreaterThan(60);
  expect(
    found.filter((name) => !declared.includes(name) && !(name in excused)),
    "declare these in src/domain/issued.ts with app.issued and app.end_issued, or excuse them in tests/contracts/issued/columns.ts",
  ).toEqual([]);
  expect([...declared, ...Object.keys(excused)].filter((name) => !found.includes(name))).toEqual([]);
  expect(declared.filter((name) => name in excused)).toEqual([]);
});

describe.each(Object.entries(endings))("S7: an admin who %s", (_, { gone, reason, end }) => {
  test("leaves nothing behind that works: invitation, token, pipeline, webhook, connection, link, export", async () => {
    const firm = await foundFirm(running);
    const all = await issueAll(firm);
    // The list in the dialog, the declaration and what works are the same.
    const listed = await listOf(firm);
    expect(listed.map(({ kind }) => kind).toSorted()).toEqual([...kinds].toSorted());
    for (const { kind, id, label } of listed)
      expect({ kind, id, label }).toMatchObject({ id: all[kind].id, label: all[kind].label });
    expect(await working(all)).toEqual(kinds);

    await end(firm);
    const { owner, company } = firm;
    // Who is a member still finishes their own export.
    expect(await working(all)).toEqual(gone ? [] : ["export"]);

    // The ledger tells it once, and the owner is mailed the list.
    const { body } = await owner.get(`/companies/${company}/activity?limit=200`);
    const told = body.entries.filter((entry: { event: string }) => entry.event === "rights.ended");
    expect(told).toHaveLength(1);
    await running.app.runTasks();
    const mails = running.mails.filter(
      ({ to, subject }) => to === owner.email && subject === "What Adam Example issued has ended",
    );
    expect(mails).toHaveLength(1);
    const said = mails[0]!.text.replace(/\s+/g, " ");
    expect(said).toContain(`Adam Example ${endedBecause[reason as keyof typeof endedBecause]}`);
    for (const kind of kinds.filter((each) => gone || each !== "export")) {
      expect(told[0].sentence).toContain(all[kind].label);
      expect(said).toContain(all[kind].label);
    }
  });
});

const remove = ({ owner, company, memberId }: Firm, keep: string[] = []) =>
  owner.send("DELETE", `/companies/${company}/members/${memberId}`, JSON.stringify({ keep }), json);

test("S7: a removed admin's invitation cannot be accepted, by its link or by its id", async () => {
  const firm = await foundFirm(running);
  const { adam, company, owner } = firm;
  // The admin's own way back.
  const other = await quickPerson(running, "Accomplice");
  const made = await adam.post(`/companies/${company}/invitations`, { email: other.email, role: "admin" });
  expect((await remove(firm)).status).toBe(200);
  const byLink = await other.post("/invitations/accept", { token: tokenIn(made.body.link) });
  expect([byLink.status, byLink.body.message]).toEqual([404, failures["invitation-invalid"].message]);
  expect((await other.post("/invitations/accept", { invitationId: made.body.invitation.id })).status).toBe(404);
  expect((await owner.get(`/companies/${company}/members`)).body).toHaveLength(1);
});

test("S7: what the remover keeps goes on, and is theirs from then on; the rest ends", async () => {
  const firm = await foundFirm(running);
  const all = await issueAll(firm);
  const keepable = (await listOf(firm)).filter((item) => item.keepable);
  expect(keepable.map(({ kind }) => kind).toSorted()).toEqual(
    issuedKinds
      .filter(({ keep }) => keep !== null)
      .map(({ kind }) => kind)
      .toSorted(),
  );
  const removed = await remove(
    firm,
    keepable.map(({ id }) => id),
  );
  expect(removed.status).toBe(200);
  expect(await working(all)).toEqual(
    keepable.map(({ kind }) => kind).toSorted((a, b) => kinds.indexOf(a) - kinds.indexOf(b)),
  );
  const { owner, company, running: app } = firm;
  for (const { table, issuer: column, kind } of issuedKinds.filter(({ keep }) => keep !== null)) {
    const { rows } = await app.database.admin.query(`SELECT ${column} AS by FROM ${table} WHERE id = $1`, [
      all[kind].id,
    ]);
    expect(rows, kind).toEqual([{ by: owner.id }]);
  }
  const { body } = await owner.get(`/companies/${company}/activity?limit=200`);
  const entry = body.entries.find((each: { event: string }) => each.event === "member.removed");
  for (const { label } of keepable) expect(entry.sentence).toContain(label);
});

test("S7: what is somebody else's, or cannot be kept, is not kept, and then nothing is done", async () => {
  const firm = await foundFirm(running);
  const all = await issueAll(firm);
  const { owner, company } = firm;
  const own = await owner.post(`/companies/${company}/webhooks`, { url: around.receive().url, events: ["*"] });
  for (const id of [own.body.webhook.id, all.export.id, all.reconnection.id, "01900000-0000-7000-8000-000000000000"]) {
    const refused = await remove(firm, [id]);
    expect([refused.status, refused.body.code]).toEqual([409, "issued-changed"]);
  }
  expect(await working(all)).toEqual(kinds);
});

test("S7: a connection waits until another admin confirms it, and is theirs then", async () => {
  const firm = await foundFirm(running);
  const { owner, company } = firm;
  const { id } = await issue.connection(firm, around);
  await remove(firm);
  const found = (await owner.get(`/companies/${company}/connections/${id}`)).body;
  expect(found).toMatchObject({
    state: "needs attention",
    attention: failures["connection-needs-confirmation"].message,
  });
  await sql`SELECT app.plan_collections(now(), 60)`.execute(running.database.databases.worker);
  const { rows } = await running.database.admin.query(
    "SELECT FROM app.collection_runs WHERE connection_id = $1 AND state = 'waiting'",
    [id],
  );
  expect(rows).toHaveLength(0);
  expect((await owner.post(`/companies/${company}/connections/${id}/resume`, {})).body.state).toBe("connected");
  expect((await owner.post(`/companies/${company}/connections/${id}/collect`, {})).status).toBe(200);
  const { rows: by } = await running.database.admin.query("SELECT connected_by FROM app.connections WHERE id = $1", [
    id,
  ]);
  expect(by).toEqual([{ connected_by: owner.id }]);
});

test("S7: a webhook that another admin turns on again is theirs, and sends nothing of the time between", async () => {
  const firm = await foundFirm(running);
  const { owner, company } = firm;
  const { id, works } = await issue.webhook(firm, around);
  await remove(firm);
  expect(await works()).toBe(false);
  const on = await owner.send("PATCH", `/companies/${company}/webhooks/${id}`, JSON.stringify({ active: true }), json);
  expect(on.body).toMatchObject({ active: true, createdBy: "Olga Example" });
  const before = arrived.length;
  await running.app.runTasks();
  expect(arrived).toHaveLength(before);
  expect(await works()).toBe(true);
});

test("S7: a webhook that a removed admin pointed elsewhere sends nothing there, whoever made it", async () => {
  const firm = await foundFirm(running);
  const { adam, owner, company } = firm;
  const made = await owner.post(`/companies/${company}/webhooks`, { url: around.receive().url, events: ["*"] });
  const { url, count } = around.receive();
  const { id } = made.body.webhook;
  await adam.send("PATCH", `/companies/${company}/webhooks/${id}`, JSON.stringify({ url }), json);
  expect((await listOf(firm)).map((item) => item.id)).toEqual([id]);
  expect((await remove(firm)).status).toBe(200);
  await running.app.runTasks();
  const before = count();
  await owner.send("PATCH", `/companies/${company}`, JSON.stringify({ name: `Renamed ${randomUUID()}` }), json);
  await running.app.runTasks();
  expect(count()).toBe(before);
  expect((await owner.get(`/companies/${company}/webhooks`)).body).toMatchObject([{ id, active: false }]);
});

test("S7: nobody comes back by what was issued in the moment in which their rights ended", async () => {
  for (let tries = 0; tries < 8; tries += 1) {
    const firm = await foundFirm(running);
    const { adam, company } = firm;
    const made = () => [
      adam.post(`/companies/${company}/invitations`, { email: `back-${tries}@example.test`, role: "admin" }),
      adam.post(`/companies/${company}/api-tokens`, { name: "Back", scopes: ["read"] }),
      adam.post(`/companies/${company}/webhooks`, { url: around.receive().url, events: ["*"] }),
      adam.post(`/companies/${company}/pipelines`, { repository: `adam/back-${tries}`, branch: "main" }),
    ];
    const answers = await Promise.all(tries % 2 ? [...made(), remove(firm)] : [remove(firm), ...made()]);
    for (const { status, body } of answers) expect([200, 403, 404], JSON.stringify(body)).toContain(status);
    const { rows } = await running.database.admin.query("SELECT kind, label FROM app.issued($1, $2, true)", [
      company,
      adam.id,
    ]);
    expect(rows).toEqual([]);
  }
});

test.each(["turns a webhook on", "points a webhook elsewhere", "lets a connection collect"])(
  "S7: nobody %s in the moment in which their rights end",
  async (what) => {
    const firm = await foundFirm(running);
    const { adam, owner, company, memberId } = firm;
    const made = await owner.post(`/companies/${company}/webhooks`, { url: around.receive().url, events: ["*"] });
    const webhook = `/companies/${company}/webhooks/${made.body.webhook.id}`;
    const { id } = await issue.connection({ ...firm, adam: owner }, around);
    if (what === "turns a webhook on") await owner.send("PATCH", webhook, JSON.stringify({ active: false }), json);
    await owner.post(`/companies/${company}/connections/${id}/pause`, {});
    const change = () => {
      if (what.includes("connection")) return adam.post(`/companies/${company}/connections/${id}/resume`, {});
      const to = what.includes("elsewhere") ? { url: around.receive().url } : { active: true };
      return adam.send("PATCH", webhook, JSON.stringify(to), json);
    };
    // The removal has happened and is not committed yet: whoever asks now was an admin when they asked.
    const removal = await running.database.admin.connect();
    await removal.query("BEGIN");
    await removal.query("SELECT FROM app.companies WHERE id = $1 FOR NO KEY UPDATE", [company]);
    await removal.query("SELECT FROM app.ledger_heads WHERE company_id = $1 FOR UPDATE", [company]);
    await removal.query("DELETE FROM app.company_members WHERE id = $1", [memberId]);
    const changed = change();
    await setTimeout(500);
    await removal.query("COMMIT");
    removal.release();
    expect([403, 404]).toContain((await changed).status);
    const { rows } = await running.database.admin.query("SELECT kind FROM app.issued($1, $2, true)", [
      company,
      adam.id,
    ]);
    expect(rows).toEqual([]);
  },
);

test("S7: nobody but an owner or admin of the company sees what a member issued", async () => {
  const firm = await foundFirm(running, "member");
  const { adam, company, owner } = firm;
  const own = (await owner.get(`/companies/${company}/members`)).body.find(
    ({ userId }: { userId: string }) => userId === owner.id,
  );
  expect((await adam.get(`/companies/${company}/members/${own.id}/issued`)).status).toBe(403);
  const stranger = await quickPerson(running, "Stranger");
  expect((await stranger.get(`/companies/${company}/members/${own.id}/issued`)).status).toBe(404);
  // The door in the database asks for itself.
  for (const person of [adam, stranger]) {
    const seen = await asCaller(running.database.databases.user, { userId: person.id, companyId: company }, (tx) =>
      sql`SELECT * FROM app.issued_by_member(${own.id})`.execute(tx),
    );
    expect(seen.rows).toEqual([]);
    const taken = asCaller(running.database.databases.user, { userId: person.id, companyId: company }, (tx) =>
      sql`SELECT * FROM app.take_over_issued(${own.id}, '{}')`.execute(tx),
    );
    await expect(taken).rejects.toMatchObject({ code: "42501" });
  }
});

test.each(["is no longer one", "is disabled"])(
  "S7: invitations to sign up of a platform admin who %s end, and the record says so",
  async (how) => {
    const { admin, databases } = running.database;
    const [pat, quinn] = [await quickPerson(running, "Pat"), await quickPerson(running, "Quinn")];
    await admin.query("INSERT INTO app.platform_admins (id) VALUES ($1), ($2)", [pat.id, quinn.id]);
    const email = `asked-${pat.id}@example.test`;
    await admin.query(
      `INSERT INTO app.sign_up_invitations (email, platform_role, token_sha256, invited_by, created_at, sent_at, expires_at)
      VALUES ($1, 'admin', $2, $3, now(), now(), now() + interval '1 day')`,
      [email, Buffer.from(pat.id.replaceAll("-", "").repeat(2).slice(0, 64), "hex"), pat.id],
    );
    await asCaller(databases.user, { userId: quinn.id, secondFactor: true }, (tx) =>
      (how === "is disabled"
        ? sql`SELECT app.set_disabled(${pat.id}, true, now())`
        : sql`SELECT app.set_platform_role(${pat.id}, 'manager')`
      ).execute(tx),
    );
    expect((await admin.query("SELECT FROM app.sign_up_invitations WHERE email = $1", [email])).rows).toHaveLength(0);
    const { rows } = await admin.query("SELECT act FROM app.operator_acts WHERE subject = $1", [email]);
    expect(rows).toEqual([{ act: "invitation.ended" }]);
  },
);
