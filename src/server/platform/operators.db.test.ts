import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";

let running: RunningApp;
let omar: Person;
let ana: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  omar = await running.person("Omar");
  await query("INSERT INTO app.platform_admins (id) VALUES ($1)", [omar.id]);
  await AuthenticatorApp.addTo(omar, new Date());
  ana = await running.person("Ana");
  company = await ana.found("Calder & Finch");
});
afterAll(() => running.close());

const query = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const frameworks = ["soc2", "hipaa", "iso27001", "pcidss", "fedramp", "fisma", "nistcsf"] as const;
const create = (framework: string, of = company) =>
  ana.post(`/companies/${of}/projects`, { name: `A ${framework} project`, framework });
const turn = (enabled: boolean) => omar.post("/flags/multi-framework", { enabled });
const override = (enabled: boolean | null, of = company) =>
  omar.post("/flags/multi-framework/override", { companyId: of, enabled });
const used = async (of: string) =>
  Number(
    (
      await query(
        "SELECT count(DISTINCT framework) AS n FROM app.projects WHERE company_id = $1 AND archived_at IS NULL",
        [of],
      )
    ).rows[0].n,
  );

test("U4: multi-framework is off at first, and off it closes nothing that the plan includes", async () => {
  const { body: flags } = await omar.get("/flags");
  expect(flags).toContainEqual(expect.objectContaining({ key: "multi-framework", enabled: false }));
  const growing = await ana.found("Growing Ltd");
  await query("UPDATE app.companies SET subscription_tier = 'starter' WHERE id = $1", [growing]);
  await override(false, growing);
  for (const framework of ["soc2", "soc2", "hipaa", "pcidss"] as const)
    expect((await create(framework, growing)).status).toBe(200);
  expect((await create("fisma", growing)).body.code).toBe("framework-limit");
  await override(true, growing);
  expect((await create("fisma", growing)).body.code).toBe("framework-limit");
  await override(null, growing);
  const archived = [growing, "hipaa"];
  await query("UPDATE app.projects SET archived_at = now() WHERE company_id = $1 AND framework = $2", archived);
  expect((await create("fisma", growing)).status).toBe(200);
  await expect(
    query("UPDATE app.projects SET archived_at = NULL WHERE company_id = $1 AND framework = $2", archived),
  ).rejects.toMatchObject({ constraint: "projects_framework_limit" });
});

test("what is set for a company goes before what the installation has, either way, and can be taken away", async () => {
  const { body: list } = await ana.get(`/companies/${company}/features`);
  expect(list).toEqual(["ai-evidence", "integrations-beta"]);
  expect((await override(true)).body.overrides).toEqual([
    { companyId: company, company: "Calder & Finch", enabled: true },
  ]);
  const features = async () => (await ana.get(`/companies/${company}/features`)).body;
  expect(await features()).toContain("multi-framework");
  await turn(true);
  await override(false);
  expect(await features()).not.toContain("multi-framework");
  expect((await override(null)).body).toMatchObject({ enabled: true, overrides: [] });
  expect(await features()).toContain("multi-framework");
  expect((await override(true, randomUUID())).body.code).toBe("not-found");
  const found = await omar.get("/installation/companies?search=calder");
  expect(found.body).toEqual([{ id: company, name: "Calder & Finch", plan: "early-access", members: 1 }]);
  const acts = (await omar.get("/operator-acts")).body.map((act: { act: string }) => act.act);
  expect(acts.slice(0, 4)).toEqual(["flag.overridden", "flag.overridden", "flag.turned", "flag.overridden"]);
});

test("of fifty projects created at the same time no more frameworks come than the plan has", async () => {
  const starter = await ana.found("On a small plan");
  await query("UPDATE app.companies SET subscription_tier = 'starter' WHERE id = $1", [starter]);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => create(frameworks[n % 7]!, starter)));
  const codes = answers.map(({ status, body }) => (status === 200 ? "created" : body.code));
  expect(new Set(codes)).toEqual(new Set(["created", "framework-limit"]));
  expect(await used(starter)).toBe(3);
});

const visitor = () => new Person(running.url, "", "");
async function write(subject: string, name = "Vera"): Promise<string> {
  const verification = await solvedChallenge(running.url);
  const message = { name, email: `${name.toLowerCase()}@firm.test`, subject, message: "Can you\nhelp?", verification };
  expect((await visitor().post("/contact-messages", message)).status).toBe(200);
  return (await query("SELECT id FROM app.contact_messages WHERE subject = $1", [subject])).rows[0].id;
}
async function askAccess(email: string): Promise<string> {
  const details = { kind: "access", firstName: "Walt", lastName: "Weber", company: "Weber AG", role: "CTO" };
  const verification = await solvedChallenge(running.url);
  expect((await visitor().post("/access-requests", { ...details, email, verification })).status).toBe(200);
  return (await query("SELECT id FROM app.access_requests WHERE email = $1", [email])).rows[0].id;
}
const open = async (filter = "") => (await omar.get(`/requests?${filter}`)).body.requests;

test("what was sent is in one list, the oldest first, and is found by kind and by words", async () => {
  const first = await write("First question");
  const access = await askAccess("walt@weber.test");
  expect((await open()).map((item: { id: string }) => item.id)).toEqual([first, access]);
  expect(await open("kind=access")).toMatchObject([
    { name: "Walt Weber", company: "Weber AG", about: "CTO", answerDueAt: null },
  ]);
  expect(await open("search=first%20QUESTION")).toMatchObject([{ id: first, kind: "contact" }]);
  expect((await omar.get(`/requests/${first}`)).body).toMatchObject({ words: "Can you\nhelp?", answers: [] });
});

test("an answer is mailed with what was asked, goes back to support, is kept, and settles the request once", async () => {
  const id = await write("How long do you keep files", "Wanda");
  const message = "For as long as\n\nyour company exists.";
  const answers = await Promise.all([1, 2].map(() => omar.post(`/requests/${id}/answer`, { message })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await running.app.runTasks();
  const mails = running.mails.filter((mail) => mail.subject === "Re: How long do you keep files");
  expect(mails).toMatchObject([{ to: "wanda@firm.test", replyTo: "support@example.test" }]);
  expect(mails[0]!.text).toContain(message);
  expect(mails[0]!.text).toContain("> Can you\n> help?");
  expect((await omar.get(`/requests/${id}`)).body.answers).toMatchObject([
    { by: omar.email, outcome: "answered", words: message },
  ]);
  expect(await open("search=how%20long")).toEqual([]);
  expect((await omar.get("/requests?state=settled&search=how%20long")).body.requests).toMatchObject([
    { id, outcome: "answered", answeredBy: omar.email },
  ]);
});

test("closing can be taken back, and what was answered before stays with it", async () => {
  const id = await write("Never mind", "Xaver");
  expect((await omar.post(`/requests/${id}/close`, {})).status).toBe(200);
  expect((await omar.post(`/requests/${id}/close`, {})).body.code).toBe("request-settled");
  expect((await omar.post(`/requests/${id}/reopen`, {})).status).toBe(200);
  expect((await omar.post(`/requests/${id}/reopen`, {})).body.code).toBe("request-open");
  expect((await omar.get(`/requests/${id}`)).body).toMatchObject({
    answeredAt: null,
    answers: [{ outcome: "closed" }],
  });
  await query("SELECT app.forget_requests('xaver@firm.test')");
  expect(
    (await query("SELECT count(*)::integer AS n FROM app.request_answers WHERE request_id = $1", [id])).rows[0].n,
  ).toBe(0);
});

test("who asked for access is invited to sign up as a manager; a message is answered and not invited", async () => {
  const id = await askAccess("wilma@weber.test");
  expect((await omar.post(`/requests/${id}/invite`, {})).status).toBe(200);
  await running.app.runTasks();
  expect(running.mails.at(-1)).toMatchObject({ to: "wilma@weber.test", subject: "You are invited to Exhibit" });
  expect((await omar.get("/sign-up-invitations")).body).toMatchObject([{ email: "wilma@weber.test", role: "manager" }]);
  const message = await write("Invite me", "Yann");
  expect((await omar.post(`/requests/${message}/invite`, {})).body.code).toBe("not-found");
  const known = await askAccess(ana.email);
  expect((await omar.post(`/requests/${known}/invite`, {})).body.code).toBe("account-exists");
  expect(await open(`search=${ana.email}`)).toHaveLength(1);
});

test("the list of requests is paged without losing or repeating one, though many came at the same moment", async () => {
  await query(`INSERT INTO app.contact_messages (name, email, subject, message, created_at, answer_due_at)
    SELECT 'Paged', 'paged@firm.test', 'Paged ' || n, 'x', '2020-01-01 00:00:00.123456Z', '2020-01-02Z' FROM generate_series(1, 120) n`);
  const seen: string[] = [];
  for (let after = ""; ;) {
    const { body } = await omar.get(`/requests?search=paged&after=${after}`);
    seen.push(...body.requests.map((request: { about: string }) => request.about));
    if (body.next === null) break;
    after = body.next;
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
  await query("DELETE FROM app.contact_messages WHERE name = 'Paged'");
  await query("DELETE FROM app.jobs WHERE kind = 'reminders'");
});

test("health counts what waits and failed, names the process, and says in sentences what needs somebody", async () => {
  const first = (await omar.get("/health")).body;
  expect(first.processes).toMatchObject([{ role: "web", version: "test" }]);
  expect(first.attention[0]).toBe("No worker runs: mails are not sent and nothing is collected.");
  expect(first.queues.map((queue: { queue: string }) => queue.queue)).toEqual(
    expect.arrayContaining(["mail", "links", "imports"]),
  );
  await query(`INSERT INTO app.outbox (recipient, subject) VALUES ('a@b.test', 'waits'), ('a@b.test', 'failed')`);
  await query("UPDATE app.jobs SET created_at = now() - interval '11 minutes' WHERE kind = 'mail'");
  await query(
    `UPDATE app.jobs SET turn = NULL, dead_at = now(), attempts = 8, last_error = 'EENVELOPE 550'
      WHERE kind = 'mail' AND key = (SELECT id::text FROM app.outbox WHERE subject = 'failed')`,
  );
  await query(`INSERT INTO app.processes VALUES (gen_random_uuid(), 'worker', 'test', '24', now(), now()),
    (gen_random_uuid(), 'worker', 'old', '24', now(), now() - interval '3 minutes')`);
  await query(
    `INSERT INTO app.connections (company_id, provider, method, state, created_by, connected_by, connected_at)
    VALUES ($1, 'github', 'token', 'connected', $2, $2, now() - interval '3 hours')`,
    [company, ana.id],
  );
  await query(
    `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, finished_at, failure)
      SELECT k.company_id, k.id, now() - interval '1 hour' * n, 'scheduled', CASE WHEN n = 0 THEN 'waiting' ELSE 'failed' END,
        CASE WHEN n > 0 THEN now() - interval '1 hour' * n END, CASE WHEN n > 0 THEN 'connection-unreachable' END
      FROM app.connections k, unnest(ARRAY[0, 1, 2, 30]) n WHERE k.company_id = $1`,
    [company],
  );
  const { body } = await omar.get("/health");
  expect(body.queues).toContainEqual(expect.objectContaining({ queue: "collections", waiting: 1, failed: 2 }));
  expect(body.processes.map((process: { role: string }) => process.role).sort()).toEqual(["web", "worker"]);
  expect(body.queues).toContainEqual(expect.objectContaining({ queue: "mail", failed: 1 }));
  expect(body.collection).toMatchObject({ connections: 1, late: 1 });
  expect(body.attention).toEqual([
    expect.stringMatching(/^The queue "Mails" stands still: \d+ waits?, the oldest for 11 minutes\.$/),
    "Mails: 1 failed for good.",
    "1 connection was not read for 2 hours.",
  ]);
  expect(body.database.bytes).toBeGreaterThan(1_000_000);
  expect(JSON.stringify(body)).not.toContain("Calder");
});

test("a job that was given up is tried again from its first attempt, or discarded, and both are on record", async () => {
  const deadJobs = async () => (await omar.get("/health")).body.deadJobs;
  const [job] = await deadJobs();
  expect(job).toMatchObject({ queue: "mail", label: "Mails", attempts: 8, error: "EENVELOPE 550" });
  expect((await ana.post(`/health/jobs/${job.id}/retry`, {})).body.code).toBe("forbidden");
  expect((await omar.post(`/health/jobs/${job.id}/retry`, {})).status).toBe(200);
  expect((await omar.post(`/health/jobs/${job.id}/retry`, {})).body.code).toBe("not-found");
  expect(await deadJobs()).toEqual([]);
  await query("UPDATE app.outbox SET body_text = 'x', body_html = 'x' WHERE sent_at IS NULL");
  await running.app.runTasks();
  expect((await query("SELECT FROM app.outbox WHERE sent_at IS NULL")).rowCount).toBe(0);
  await query("INSERT INTO app.outbox (recipient, subject) VALUES ('a@b.test', 'unwanted')");
  await query("UPDATE app.jobs SET turn = NULL, dead_at = now(), attempts = 8 WHERE kind = 'mail'");
  const [unwanted] = await deadJobs();
  expect((await omar.post(`/health/jobs/${unwanted.id}/discard`, {})).status).toBe(200);
  expect(await deadJobs()).toEqual([]);
  await running.app.runTasks();
  expect((await query("SELECT sent_at FROM app.outbox WHERE subject = 'unwanted'")).rows).toEqual([{ sent_at: null }]);
  const acts = (await omar.get("/operator-acts")).body.map(({ act, subject }: any) => `${act} ${subject}`);
  expect(acts.slice(0, 2)).toEqual(["job.discarded mail", "job.retried mail"]);
  await query("DELETE FROM app.outbox");
});

test("S8: what each company stores, and the limit it is nearest to, is for platform admins, without what privilege hides", async () => {
  const before = (await omar.get("/installation/usage")).body.find((item: { id: string }) => item.id === company);
  expect(before).toMatchObject({ name: expect.any(String), plan: "early-access" });
  await query("INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, 'items', $2)", [
    company,
    before.items + 2,
  ]);
  const file = (more: Record<string, string> = {}) =>
    ana.upload(
      `/companies/${company}/evidence?${new URLSearchParams({ name: "File", fileName: "a.txt", type: "Policy", controls: "XC-01", ...more })}`,
      "twelve bytes",
    );
  expect((await file()).status).toBe(201);
  const made = await ana.post(`/companies/${company}/matters`, { name: "A v. B", basis: "work product", join: true });
  expect((await file({ matter: made.body.id })).status).toBe(201);
  expect((await file()).body.code).toBe("limit-reached");
  const { body } = await omar.get("/installation/usage");
  expect(body[0]).toEqual({
    ...before,
    items: before.items + 1,
    bytes: before.bytes + 12,
    fullest: { key: "items", name: "Evidence items", unit: "number", used: before.items + 1, most: before.items + 2 },
  });
  expect((await ana.get("/installation/usage")).body.code).toBe("forbidden");
  await query("DELETE FROM app.limit_overrides WHERE company_id = $1", [company]);
});

test("an integration in beta is there only where the feature is on", async () => {
  const providersOf = async () =>
    (await ana.get(`/companies/${company}/connections`)).body.map((item: { provider: string }) => item.provider);
  expect(await providersOf()).toContain("jira");
  await omar.post("/flags/integrations-beta/override", { companyId: company, enabled: false });
  expect(await providersOf()).not.toContain("jira");
  expect((await ana.post(`/companies/${company}/connections/jira/connect`, {})).body.code).toBe("not-found");
});

test("controls are suggested for an item's words where the feature is on, and none where it is off", async () => {
  const ask = async () =>
    (
      await ana.post(`/companies/${company}/evidence-suggestions`, {
        name: "Okta export",
        fileName: "mfa.json",
        text: "",
      })
    ).body;
  expect((await ask())[0]).toEqual({ control: "XC-08", words: ["okta", "mfa"] });
  await omar.post("/flags/ai-evidence/override", { companyId: company, enabled: false });
  expect(await ask()).toEqual([]);
});
