import { BlockList } from "node:net";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { solvedChallenge } from "#tests/support/solve-challenge.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { demoAccounts } from "./accounts.ts";
import { unknownDelays } from "./delays.ts";
import { dayOf, startOfDay } from "./names.ts";

const HOUR = 60 * 60_000;
/** An hour later it is still the same day: the sample company of another day would be made meanwhile. */
const noon = startOfDay(dayOf(new Date())).getTime() + 12 * HOUR;
let running: RunningApp;
let visitors: Visitor[] = [];

beforeAll(async () => {
  const trustedProxies = new BlockList();
  trustedProxies.addSubnet("127.0.0.0", 8, "ipv4");
  trustedProxies.addAddress("::1", "ipv6");
  running = await runApp({ demo: { visits: 20 }, trustedProxies });
  running.setNow(new Date(noon));
  await running.app.services.demo!.clean();
});

afterEach(async () => {
  running.setNow(new Date(noon));
  await Promise.all(visitors.map((visitor) => visitor.post("/session/sign-out", {})));
  visitors = [];
});

afterAll(() => running.close());

async function enter(address = "203.0.113.1"): Promise<Visitor> {
  const visitor = await Visitor.enter(running.url, "demo", address);
  visitors.push(visitor);
  return visitor;
}

/** Another process of the same instance. */
async function anotherProcess(): Promise<RunningApp> {
  const { url: appUrl, database, folder } = running;
  const next = await runApp({ appUrl, database, folder, demo: { visits: 20 } });
  next.setNow(new Date(noon));
  return next;
}

/** Databases of this application's visits, as the server lists them. */
async function databases(): Promise<string[]> {
  const names = visitors
    .map((visitor) => /^demo=(\w+)\./.exec(visitor.cookie)?.[1])
    .filter((item) => item !== undefined);
  const prefix = names[0]?.split("visit_")[0];
  const { rows } = await running.database.admin.query<{ datname: string }>("SELECT datname::text FROM pg_database");
  return rows.map((row) => row.datname).filter((name) => prefix && name.startsWith(`${prefix}visit_`));
}

/** Everything that is stored, except counted tries. */
async function fingerprint(): Promise<string> {
  const { rows } = await running.database.admin.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
      WHERE schemaname IN ('app', 'auth') AND tablename NOT IN ('rate_limits', 'processes') ORDER BY 1`,
  );
  const sums = await Promise.all(
    rows.map(async ({ name }) => {
      const sum = await running.database.admin.query<{ md5: string }>(
        `SELECT md5(coalesce(string_agg(x::text, '|' ORDER BY x::text), '')) AS md5 FROM ${name} x`,
      );
      return `${name} ${sum.rows[0]!.md5}`;
    }),
  );
  return sums.join("\n");
}

test("20 visitors at once have 20 workspaces, and each sees only what is its own", async () => {
  const began = performance.now();
  const opened = await Promise.all(Array.from({ length: 20 }, (_, at) => enter(`10.0.${at}.1`)));
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await running.database.admin.query<{ bytes: number }>(
    "SELECT max(pg_database_size(datname)) AS bytes FROM pg_database WHERE datname = ANY ($1)",
    [await databases()],
  );
  process.stdout.write(`20 visits in ${seconds.toFixed(1)} s, ${rows[0]!.bytes} bytes each\n`);
  await Promise.all(
    opened.map((item, at) => item.post(item.ofCompany("/projects"), { name: `Of visitor ${at}`, framework: "soc2" })),
  );
  for (const [at, entry] of opened.entries()) {
    const names = (await entry.get(entry.ofCompany("/projects"))).body.map((project: { name: string }) => project.name);
    expect(names).toEqual([`Of visitor ${at}`, "SOC 2 readiness"]);
  }
  expect((await new Visitor(running.url, "192.0.2.1").tryToEnter()).body.code).toBe("demo-full");
}, 120_000);

test("S11: one network opens six visits at once and no more, and keeps nobody else out", async () => {
  for (let at = 1; at <= 6; at += 1) await enter(`198.51.100.${at}`);
  const seventh = await new Visitor(running.url, "198.51.100.77").tryToEnter();
  expect([seventh.status, seventh.body.code]).toEqual([429, "demo-full-for-network"]);
  await enter("198.51.101.1");
  // Whoever opens another in place of their own takes no more room.
  const again = new Visitor(running.url, "198.51.100.1");
  again.cookie = visitors[0]!.cookie;
  expect((await again.tryToEnter()).status).toBe(200);
  visitors[0] = again;
}, 60_000);

test("one address may open sixty visits in an hour, and no more", async () => {
  await running.database.admin.query("SELECT app.take_turn('demo|192.0.2.77', 60, 3600, 57)");
  for (let tries = 0; tries < 3; tries += 1) {
    const visitor = new Visitor(running.url, "192.0.2.77");
    visitor.cookie = visitors[0]?.cookie ?? "";
    expect((await visitor.tryToEnter()).status).toBe(200);
    visitors = [visitor];
  }
  expect(await databases()).toHaveLength(1);
  expect((await new Visitor(running.url, "192.0.2.77").tryToEnter()).body.code).toBe("too-many-requests");
}, 60_000);

test("after 60 minutes the cookie answers signed-out and is cleared, and the database is gone", async () => {
  const visitor = await enter();
  const [database] = await databases();
  running.setNow(new Date(noon + HOUR - 10_000));
  expect((await visitor.get("/companies")).status).toBe(200);
  running.setNow(new Date(noon + HOUR));
  const late = await visitor.get("/companies");
  expect(late.body.code).toBe("signed-out");
  expect(late.response.headers.getSetCookie().join()).toMatch(/^demo=; Max-Age=0/);
  await running.app.services.demo!.clean();
  expect(await databases()).not.toContain(database);
});

test("what a killed process has left is dropped by the next cleaning", async () => {
  const visitor = await enter();
  await visitor.upload(visitor.ofCompany("/evidence?name=A&fileName=a.txt&type=Document&controls=XC-14"), "mine");
  const [database] = await databases();
  expect(await readdir(path.join(running.folder, "demo"))).toContain(database);
  // Another application on the same database knows nothing of the visit but its name.
  const next = await anotherProcess();
  next.setNow(new Date(noon + HOUR + 1_000));
  await next.app.services.demo!.clean();
  await next.app.close();
  expect(await databases()).not.toContain(database);
  expect(await readdir(path.join(running.folder, "demo"))).not.toContain(database);
  visitors = [];
});

test("another process of the same instance opens the same visit", async () => {
  const visitor = await enter();
  await visitor.post(visitor.ofCompany("/connections"), { provider: "github", method: "sample", values: {} });
  const next = await anotherProcess();
  const there = new Visitor(next.url, visitor.address);
  there.cookie = visitor.cookie;
  const { body } = await there.get(visitor.ofCompany("/connections"));
  expect(body[0]).toMatchObject({ provider: "github", connections: [{ state: "connected" }] });
  await next.app.close();
});

test("many requests at once open a visit once, also in another process, and it keeps to its connections", async () => {
  const visitor = await enter();
  const [database] = await databases();
  const next = await anotherProcess();
  const there = new Visitor(next.url, visitor.address);
  there.cookie = visitor.cookie;
  const answers = await Promise.all(Array.from({ length: 30 }, () => there.get(visitor.ofCompany("/overview"))));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const { rows } = await running.database.admin.query<{ count: number }>(
    "SELECT count(*)::integer FROM pg_stat_activity WHERE datname = $1",
    [database],
  );
  // Four of each process at most.
  expect(rows[0]!.count).toBeLessThanOrEqual(8);
  await next.app.close();
});

test("leaving the demo leaves a real session beside it as it is", async () => {
  const real = await running.person("Sven");
  const visitor = await enter();
  const both = { cookie: `${real.cookie}; ${visitor.cookie}`, origin: running.url, "content-type": "application/json" };
  const ask = (path: string, method = "GET") =>
    fetch(`${running.url}/api/v1${path}`, { method, headers: both, ...(method === "POST" ? { body: "{}" } : {}) });
  expect((await (await ask("/session")).json()).demo).not.toBeNull();
  const left = await ask("/session/sign-out", "POST");
  expect(left.headers.getSetCookie().filter((item) => item.startsWith("session="))).toEqual([]);
  expect((await real.get("/session")).body.user.email).toBe(real.email);
});

test("a visit waits for the disk, though its template was filled without", async () => {
  await enter();
  const [name] = await databases();
  const { rows } = await running.database.admin.query<{ datname: string; setconfig: string[] }>(
    "SELECT d.datname::text, s.setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase",
  );
  const waitsFor = (part: string) => rows.filter(({ datname }) => datname.startsWith(part)).map((row) => row.setconfig);
  expect(waitsFor(name!)).toEqual([]);
  expect(waitsFor(name!.split("visit_")[0]!)).toContainEqual(["synchronous_commit=off"]);
});

test("leaving drops the database, and the cookie opens nothing any more", async () => {
  const visitor = await enter();
  const [database] = await databases();
  const { cookie } = visitor;
  const left = await visitor.post("/session/sign-out", {});
  expect(left.response.headers.getSetCookie().join()).toContain("demo=; Max-Age=0");
  expect(await databases()).not.toContain(database);
  visitor.cookie = cookie;
  expect((await visitor.get("/companies")).body.code).toBe("signed-out");
  expect((await visitor.get("/session")).body).toMatchObject({ user: null, demo: null });
});

test("a changed cookie is nobody's", async () => {
  const visitor = await enter();
  const { cookie } = visitor;
  visitor.cookie = cookie.replace(".demo.", ".admin.");
  expect((await visitor.get("/session")).body.user).toBeNull();
  visitor.cookie = cookie;
});

test("a whole visit leaves the real database as it was", async () => {
  const real = await running.person("Rita");
  await real.found("Real & Co");
  const before = await fingerprint();
  const visitor = await enter();
  const { cookie } = visitor;
  // With a real session beside it: what went astray would be done for real.
  visitor.cookie = `${cookie}; ${real.cookie}`;
  expect((await visitor.get("/session")).body.demo.endsAt).toMatch(/Z$/);
  await visitor.post(visitor.ofCompany("/projects"), { name: "Mine", framework: "soc2" });
  expect((await visitor.post("/companies", { name: "Another & Co" })).status).toBe(200);
  await visitor.upload(visitor.ofCompany("/evidence?name=A&fileName=a.txt&type=Document&controls=XC-14"), "mine");
  await visitor.upload(visitor.ofCompany("/imports?fileName=p.json"), prowlerReport(new Date()));
  await visitor.post(visitor.ofCompany("/connections"), { provider: "jira", method: "sample", values: {} });
  await visitor.post(visitor.ofCompany("/exports"), {});
  visitor.cookie = cookie;
  await visitor.post("/session/sign-out", {});
  expect(await fingerprint()).toBe(before);
  expect((await real.get("/companies")).body).toHaveLength(1);
}, 60_000);

test("an import is judged although nothing runs in the background", async () => {
  const visitor = await enter();
  const begun = await visitor.upload(visitor.ofCompany("/imports?fileName=p.json"), prowlerReport(new Date()));
  await expect
    .poll(async () => (await visitor.get(visitor.ofCompany(`/imports/${begun.body.id}`))).body.progress.state)
    .toBe("done");
});

test("a webhook of a visit reaches the sample receiver and nobody else", async () => {
  const visitor = await enter();
  const url = "https://hooks.example.test/exhibit";
  const made = await visitor.post(visitor.ofCompany("/webhooks"), { url, events: ["*"] });
  const webhook = visitor.ofCompany(`/webhooks/${made.body.webhook.id}`);
  await visitor.post(`${webhook}/test`, {});
  const log = async () =>
    (await visitor.get(`${webhook}/deliveries`)).body as { event: string; answer: string | null }[];
  await expect
    .poll(async () => (await log()).map(({ event, answer }) => [event, answer?.slice(0, 30)]))
    .toContainEqual(["webhook.test", "The sample receiver of the dem"]);
});

test("a sample account is collected by the engine that reads real ones, at once and when somebody asks", async () => {
  const visitor = await enter();
  type Connection = { id: string; lastCollectedAt: string | null; running: unknown; outcomes: { fail: number } };
  const of = async (provider: string): Promise<Connection> =>
    (await visitor.get(visitor.ofCompany("/connections"))).body.find(
      (item: { provider: string }) => item.provider === provider,
    ).connections[0];
  await visitor.post(visitor.ofCompany("/connections"), { provider: "github", method: "sample", values: {} });
  await expect.poll(async () => (await of("github")).lastCollectedAt, { timeout: 20_000 }).not.toBeNull();
  expect((await of("github")).outcomes.fail).toBe(1);
  // What it already collects every hour has nothing new to say, and no item is filed for it.
  const aws = await of("aws");
  expect((await visitor.post(visitor.ofCompany(`/connections/${aws.id}/collect`), {})).status).toBe(200);
  await expect.poll(async () => (await of("aws")).running, { timeout: 20_000 }).toBeNull();
  const { runs } = (await visitor.get(visitor.ofCompany(`/connections/${aws.id}/runs`))).body;
  expect(runs[0]).toMatchObject({ reason: "asked", state: "done", unchanged: true });
  expect((await visitor.get(visitor.ofCompany("/evidence?limit=1"))).body.total).toBe(48);
});

test("creating a project takes a second and connecting two, in the demo alone", async () => {
  const visitor = await enter();
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const project = () => visitor.post(visitor.ofCompany("/projects"), { name: "Slow", framework: "soc2" });
  expect(await timed(project)).toBeGreaterThanOrEqual(990);
  const connect = () =>
    visitor.post(visitor.ofCompany("/connections"), { provider: "github", method: "sample", values: {} });
  expect(await timed(connect)).toBeGreaterThanOrEqual(1_990);
  expect(unknownDelays()).toEqual([]);
});

test("signing in for real ends the visit", async () => {
  const real = await running.person("Sven");
  const visitor = await enter();
  const verification = await solvedChallenge(running.url);
  const signedIn = await visitor.post("/session/sign-in", {
    email: real.email,
    password: "Correct-horse-7",
    verification,
  });
  const cookies = signedIn.response.headers.getSetCookie();
  expect(cookies.some((cookie) => cookie.startsWith("session="))).toBe(true);
  expect(cookies.some((cookie) => cookie.startsWith("demo=; Max-Age=0"))).toBe(true);
});

test("only the two pairs open a visit, and neither is a real account", async () => {
  const visitor = new Visitor(running.url, "203.0.113.9");
  const [demo, admin] = demoAccounts as [(typeof demoAccounts)[0], (typeof demoAccounts)[0]];
  const wrong = await visitor.post("/demo/visits", { email: demo.email, password: admin.password });
  expect(wrong.body.code).toBe("invalid-credentials");
  const verification = await solvedChallenge(running.url);
  const real = await visitor.post("/session/sign-in", { email: demo.email, password: demo.password, verification });
  expect(real.body.code).toBe("invalid-credentials");
  const { body } = await visitor.get("/demo/accounts");
  expect(body.map((item: { kind: string }) => item.kind)).toEqual(["demo", "admin"]);
});

test("where the demo is off nothing of it is there", async () => {
  const without = await runApp();
  const visitor = new Visitor(without.url, "203.0.113.9");
  expect((await visitor.get("/demo/accounts")).status).toBe(404);
  expect((await visitor.tryToEnter()).status).toBe(404);
  expect(await (await fetch(`${without.url}/login`)).text()).not.toContain("data-demo");
  await without.close();
  expect(await (await fetch(`${running.url}/login`)).text()).toContain('<html data-demo="on" ');
});
