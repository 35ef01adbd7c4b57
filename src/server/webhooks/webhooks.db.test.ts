import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openEgress } from "#server/outbound/egress.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import { workOff } from "../jobs/run-jobs.ts";
import { webhookJobs } from "./deliver.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let running: RunningApp;
let ana: Person;
let company: string;
let receiver: Server;
let address: string;
let received: Received[] = [];
/** What the receiver does with a request, once its body is there. */
let answer: (response: ServerResponse, request: IncomingMessage) => void;

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const path = (more = "") => `/companies/${company}/webhooks${more}`;

async function make(events: readonly string[] = ["*"], url = address): Promise<{ id: string; secret: string }> {
  const made = await ana.post(path(), { url, events });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { id: made.body.webhook.id, secret: made.body.secret };
}

const later = (seconds: number) => running.setNow(new Date(Date.now() + seconds * 1_000));
const deliveries = async (id: string) => (await ana.get(path(`/${id}/deliveries`))).body;
const idOf = ({ headers }: Received) => String(headers["webhook-id"]);

const deps = () => ({
  worker: running.database.databases.worker,
  now: running.app.services.now,
  log: running.app.services.log,
});

/** Another worker process. */
const worker = (signal = new AbortController().signal, allowPrivate = true) =>
  workOff(
    deps(),
    {
      webhooks: webhookJobs({
        ...deps(),
        keys: running.database.keys,
        egress: openEgress({ allowPrivate }),
        outbox: databaseOutbox,
        appUrl: running.url,
      }),
    },
    signal,
  );

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  company = await ana.found("Hooks and Partners");
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => void (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await running.close();
});
beforeEach(async () => {
  await admin("DELETE FROM app.webhooks");
  await running.app.runTasks();
  received = [];
  answer = (response) => response.writeHead(204).end();
});
afterEach(() => running.setNow(undefined));

test("what the ledger says arrives once, signed as Standard Webhooks says, and tells no more than it must", async () => {
  const { id, secret } = await make(["project.created", "evidence.filed"]);
  await ana.post(`/companies/${company}/projects`, { name: "Told", framework: "soc2" });
  const query = new URLSearchParams({ name: "Rules", fileName: "r.txt", type: "Config", controls: "XC-01" });
  const filed = await ana.upload(`/companies/${company}/evidence?${query}`, "the content of the file");
  await running.app.runTasks();
  await running.app.runTasks();
  const told = received.map(({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>));
  expect(told).toHaveLength(2);
  expect(told).toContainEqual({
    type: "evidence.filed",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    data: {
      companyId: company,
      index: expect.any(Number),
      event: "evidence.filed",
      subject: filed.body.id,
      exhibit: filed.body.exhibit,
      name: "Rules",
    },
  });
  expect(JSON.stringify(told)).not.toContain("content of the file");
  const log = await deliveries(id);
  expect(log.map((item: { state: string; status: number }) => [item.state, item.status])).toEqual([
    ["delivered", 204],
    ["delivered", 204],
  ]);
  expect(new Set(received.map(idOf))).toEqual(new Set(log.map((item: { id: string }) => item.id)));
});

test("begins with what happens after it was made, all of it with '*', and stops with being off", async () => {
  await ana.post(`/companies/${company}/projects`, { name: "Before", framework: "soc2" });
  const { id } = await make();
  await ana.post(`/companies/${company}/projects`, { name: "After", framework: "soc2" });
  await running.app.runTasks();
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(["webhook.created", "project.created"]);
  await ana.send("PATCH", path(`/${id}`), JSON.stringify({ active: false }), { "content-type": "application/json" });
  await ana.post(`/companies/${company}/projects`, { name: "Unheard", framework: "soc2" });
  await running.app.runTasks();
  await ana.send("PATCH", path(`/${id}`), JSON.stringify({ active: true }), { "content-type": "application/json" });
  await running.app.runTasks();
  expect(received.map(({ body }) => JSON.parse(body).type).slice(2)).toEqual(["webhook.changed"]);
});

test("a secret is sealed where it is kept and shown once; after a roll both sign for a day", async () => {
  const { id, secret } = await make(["project.created"]);
  const { rows } = await admin("SELECT to_jsonb(w)::text AS row, sealed_secret FROM app.webhooks w");
  const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
  expect(rows[0].sealed_secret.includes(bytes)).toBe(false);
  expect(rows[0].row).not.toContain(bytes.toString("hex"));
  expect(JSON.stringify((await ana.get(path())).body)).not.toContain(secret);
  await expect(running.database.databases.userPool.query("SELECT sealed_secret FROM app.webhooks")).rejects.toThrow(
    /permission denied/,
  );
  const rolled = (await ana.post(path(`/${id}/secret`), {})).body.secret;
  expect(rolled).not.toBe(secret);
  await ana.post(path(`/${id}/test`), {});
  await running.app.runTasks();
  const [first] = received;
  for (const item of [secret, rolled]) new Webhook(item).verify(first!.body, first!.headers as Record<string, string>);
  await admin("UPDATE app.webhooks SET old_secret_until = now() - interval '1 minute'");
  await ana.post(path(`/${id}/test`), {});
  await running.app.runTasks();
  const second = received[1]!;
  new Webhook(rolled).verify(second.body, second.headers as Record<string, string>);
  expect(() => new Webhook(secret).verify(second.body, second.headers as Record<string, string>)).toThrow(
    "No matching signature found",
  );
});

test("what fails is tried ten times by the schedule, under one id, then given up, and can be sent again", async () => {
  const { id } = await make(["project.created"]);
  await ana.post(path(`/${id}/test`), {});
  answer = (response) => response.writeHead(500).end("no, Bearer abc.def");
  await running.app.runTasks();
  let waited = 0;
  for (const wait of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]) {
    const before = received.length;
    later(waited + wait - 2);
    await running.app.runTasks();
    expect(received.length, `before ${wait} seconds have passed`).toBe(before);
    waited += wait + 2;
    later(waited);
    await running.app.runTasks();
    expect(received.length, `after ${wait} seconds`).toBe(before + 1);
  }
  expect(received).toHaveLength(10);
  expect(new Set(received.map(idOf)).size).toBe(1);
  const [failed] = await deliveries(id);
  expect(failed).toMatchObject({ state: "failed", attempts: 10, status: 500, answer: "no, Bearer [redacted]" });
  answer = (response) => response.writeHead(200).end("thanks");
  await ana.post(path(`/${id}/deliveries/${failed.id}/repeat`), {});
  await running.app.runTasks();
  expect(idOf(received.at(-1)!)).toBe(failed.id);
  expect((await deliveries(id))[0]).toMatchObject({ state: "delivered", status: 200, answer: "thanks" });
});

test("several workers at once make one attempt each time", async () => {
  const { id } = await make(["project.created"]);
  for (let n = 0; n < 8; n++) await ana.post(path(`/${id}/test`), {});
  answer = (response) => setTimeout(() => response.writeHead(204).end(), 20);
  await Promise.all([worker(), worker(), worker()]);
  expect(received).toHaveLength(8);
  expect(new Set(received.map(idOf)).size).toBe(8);
});

test("an attempt that was killed in the middle is made again under the same id", async () => {
  const { id } = await make(["project.created"]);
  await ana.post(path(`/${id}/test`), {});
  const killed = new AbortController();
  answer = () => killed.abort();
  await worker(killed.signal);
  answer = (response) => response.writeHead(204).end();
  await worker();
  expect(received, "while it may still be under way").toHaveLength(1);
  later(31);
  await worker();
  expect(received).toHaveLength(2);
  expect(idOf(received[0]!)).toBe(idOf(received[1]!));
  expect((await deliveries(id))[0]).toMatchObject({ state: "delivered", attempts: 2 });
});

test("a receiver that is slow holds up itself alone", async () => {
  const slow = await make(["project.created"]);
  const quick = await make(["project.created"], `${address}?quick`);
  for (let n = 0; n < 5; n++) await ana.post(path(`/${slow.id}/test`), {});
  await ana.post(path(`/${quick.id}/test`), {});
  const waiting: ServerResponse[] = [];
  const quickCame = new Promise<void>((resolve) => {
    answer = (response, request) => {
      if (!request.url!.endsWith("?quick")) return void waiting.push(response);
      response.writeHead(204).end();
      resolve();
    };
  });
  const working = worker();
  await quickCame;
  expect(waiting.length).toBeLessThanOrEqual(1);
  // Which of the two is asked first is chance: only then may the next ones of the slow one be answered.
  await expect.poll(() => waiting.length).toBe(1);
  answer = (response) => response.writeHead(204).end();
  waiting[0]!.writeHead(204).end();
  await working;
  expect(received).toHaveLength(6);
});

test("redirects are not followed, and a receiver that never answers is not waited for", async () => {
  const { id } = await make(["project.created"]);
  await ana.post(path(`/${id}/test`), {});
  answer = (response) => response.writeHead(302, { location: address }).end();
  await running.app.runTasks();
  expect(received).toHaveLength(1);
  expect((await deliveries(id))[0]).toMatchObject({
    state: "waiting",
    status: 302,
    problem: "Redirects are not followed.",
  });
  answer = () => {};
  const hasty = openEgress({ allowPrivate: true, timeoutMs: 50 });
  await expect(hasty.post(address, {}, "{}")).rejects.toMatchObject({ name: "AbortError" });
});

test("a webhook to which nothing arrives for five days is turned off, and its maker is told", async () => {
  const { id } = await make(["project.created"]);
  answer = (response) => response.writeHead(503).end();
  await ana.post(path(`/${id}/test`), {});
  await running.app.runTasks();
  later(5 * 86_400 + 60);
  await ana.post(path(`/${id}/test`), {});
  const before = running.mails.length;
  await running.app.runTasks();
  const [hook] = (await ana.get(path())).body;
  expect(hook).toMatchObject({ active: false, turnedOffAt: expect.any(String) });
  const [mail] = running.mails.slice(before).filter(({ subject }) => subject === "A webhook was turned off");
  expect(mail).toMatchObject({ to: ana.email });
  expect(mail!.text).not.toContain("/hook");
  expect((await ana.post(path(`/${id}/test`), {})).body.code).toBe("webhook-off");
});

test("a company has ten webhooks at most, however many are made at once", async () => {
  const made = await Promise.all(Array.from({ length: 13 }, () => ana.post(path(), { url: address, events: ["*"] })));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(made.filter(({ body }) => body.code === "too-many-webhooks")).toHaveLength(3);
});

test("nothing is sent to an address that is not public, whatever it calls itself", async () => {
  const port = new URL(address).port;
  const open = openEgress({ allowPrivate: false });
  for (const host of [
    "127.0.0.1",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "10.0.0.1",
  ])
    expect(open.accepts(`https://${host}/`), host).toBe(false);
  for (const url of [
    "http://example.com/",
    `https://example.com:${port}/`,
    "https://user:secret@example.com/",
    "ftp://example.com/",
    "gopher://example.com/",
    "file:///etc/passwd",
  ])
    expect(open.accepts(url), url).toBe(false);
  // Names are judged by what they resolve to when they are connected to.
  for (const name of ["localhost", "LOCALHOST"])
    await expect(open.post(`https://${name}/`, {}, "{}"), name).rejects.toThrow("resolves to no public address");
  let asked = 0;
  const rebinding = openEgress({
    allowPrivate: false,
    lookup: ((_name: string, _options: unknown, done: (error: null, all: unknown[]) => void) => {
      asked += 1;
      done(null, [{ address: asked === 1 ? "127.0.0.1" : "93.184.215.14", family: 4 }]);
    }) as never,
  });
  await expect(rebinding.post("https://rebind.example/", {}, "{}")).rejects.toThrow("resolves to no public address");
  expect(asked).toBe(1);
  expect(received).toEqual([]);
});

test("the log says in a sentence that a private address got nothing", async () => {
  const { id } = await make(["project.created"]);
  await ana.post(path(`/${id}/test`), {});
  await worker(undefined, false);
  expect(received).toEqual([]);
  expect((await deliveries(id))[0]).toMatchObject({
    status: null,
    problem: "This address is not on the public internet, so nothing was sent.",
  });
});

test("a log is forgotten after 30 days", async () => {
  const { id } = await make(["project.created"]);
  await ana.post(path(`/${id}/test`), {});
  await running.app.runTasks();
  later(29 * 86_400);
  await running.app.runTasks();
  expect(await deliveries(id)).toHaveLength(1);
  later(31 * 86_400);
  await running.app.runTasks();
  expect(await deliveries(id)).toEqual([]);
});

test("a renamed and a re-filed item come with both names, and with the controls added and removed", async () => {
  await make(["evidence.renamed", "evidence.refiled"]);
  const query = new URLSearchParams({ name: "Policy", fileName: "p.txt", type: "Policy", controls: "XC-01" });
  const item = (await ana.upload(`/companies/${company}/evidence?${query}`, "policy")).body;
  const at = `/companies/${company}/evidence/${item.id}`;
  const json = { "content-type": "application/json" };
  expect((await ana.send("PATCH", at, JSON.stringify({ name: "Policy of May" }), json)).status).toBe(200);
  const change = { add: ["XC-02"], remove: ["XC-01"], reason: "It says nothing of it" };
  expect((await ana.post(`${at}/controls`, change)).status).toBe(200);
  await running.app.runTasks();
  const of = { companyId: company, index: expect.any(Number), subject: item.id, exhibit: item.exhibit };
  expect(received.map(({ body }) => JSON.parse(body).data)).toEqual([
    { ...of, event: "evidence.renamed", from: "Policy", to: "Policy of May" },
    { ...of, event: "evidence.refiled", added: ["XC-02"], removed: ["XC-01"] },
  ]);
});
