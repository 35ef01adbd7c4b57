import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { attentionTold, metricTold } from "../support/attention-told.ts";
import { eventually } from "../support/eventually.ts";
import { hasOwnPostgres, OwnPostgres } from "../support/own-postgres.ts";
import { Person } from "../support/person.ts";
import { freePort, ServerProcess } from "../support/server-process.ts";

const METRICS_TOKEN = "of-the-tests-of-standbys";
const ROUNDS = Number(process.env["ROUNDS"] ?? 60);

const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

test.skipIf(!hasOwnPostgres)(
  `a standby answers reads, and never one that lacks what anybody was told by any process: ${ROUNDS} changes are seen at once, and one that is away is told within a minute`,
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-standby-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const primary = await OwnPostgres.create(path.join(folder, "pg"), "one", await freePort(), "max_connections = 200");
    closers.push(() => primary.kill());
    await primary.start();
    const standby = await primary.standby("two", await freePort());
    closers.push(() => standby.kill());
    await standby.start();
    const shared = {
      DATABASE_URL: primary.url,
      STANDBY_URL: standby.url,
      METRICS_TOKEN,
      SECRET_KEY: randomBytes(32).toString("base64"),
      STORAGE_US_URL: `file://${folder}/us`,
      STORAGE_EU_URL: `file://${folder}/eu`,
      ANCHORS_URL: `file://${folder}/anchors`,
    };
    const all = await ServerProcess.on(path.join(folder, "all"), shared);
    closers.push(() => all.stop("SIGKILL"));
    await all.start();
    const web = await ServerProcess.on(path.join(folder, "web"), { ...shared, ROLE: "web" });
    closers.push(() => web.stop("SIGKILL"));
    await web.start();
    const ana = await Person.signUp(all.url, "Ana", "ana@example.test", (email) => all.tokenFor(email));
    const company = await ana.found("Standing By");
    // With her newest cookie: founding a company changed her rights.
    const elsewhere = () => ana.at(web.url);
    const told = (name: string) => metricTold(web, METRICS_TOKEN, name);
    const up = (value: number) =>
      eventually(`standby_up ${value}`, async () => (await told("exhibit_standby_up")) === value || undefined);
    await up(1);

    const names = async (person: Person) => {
      const { status, body } = await person.get(`/companies/${company}/evidence?limit=200`);
      expect([status, body?.code]).toEqual([200, undefined]);
      return (body.items as { name: string }[]).map(({ name }) => name);
    };
    const change = async () => {
      const name = randomUUID();
      const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-01" });
      expect((await ana.upload(`/companies/${company}/evidence?${query}`, name)).status).toBe(201);
      return name;
    };
    // What was acknowledged by one process is read from the other in the same moment, and from its own.
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = await change();
      expect((await Promise.all([names(elsewhere()), names(ana)])).every((all) => all.includes(name))).toBe(true);
    }
    const quick = await told('exhibit_standby_reads_total{outcome="standby"}');
    expect(quick).toBeGreaterThan(0);

    // A copy that is half a second late, all the time.
    await standby.query("ALTER SYSTEM SET recovery_min_apply_delay = '500ms'");
    await standby.query("SELECT pg_reload_conf()");
    const before = await told('exhibit_standby_reads_total{outcome="behind"}');
    for (let round = 0; round < 20; round += 1) {
      const name = await change();
      expect(await names(elsewhere())).toContain(name);
    }
    const behind = (await told('exhibit_standby_reads_total{outcome="behind"}'))! - before!;
    expect(behind).toBeGreaterThan(5);
    expect(await elsewhere().get(`/companies/${randomUUID()}/evidence`)).toMatchObject({ status: 404 });

    await standby.kill();
    const began = performance.now();
    const statuses = new Set<number>();
    while ((await told("exhibit_standby_up")) !== 0 && performance.now() - began < 60_000)
      statuses.add((await elsewhere().get(`/companies/${company}/evidence`)).status);
    const away = async () => (await attentionTold(web, METRICS_TOKEN)).includes("standby") || undefined;
    await eventually("word of it", away);
    const noticed = performance.now() - began;
    expect(noticed).toBeLessThan(60_000);
    const name = await change();
    expect(await names(elsewhere())).toContain(name);
    expect([...statuses]).toEqual([200]);
    await standby.start();
    await up(1);

    // An address that leads to the database itself is no standby.
    await web.stop();
    web.env["STANDBY_URL"] = primary.url;
    await web.start();
    await eventually("word of it", away);
    expect(await names(elsewhere())).toContain(name);
    expect(await told("exhibit_standby_up")).toBe(0);
    console.info(
      `${quick} of ${ROUNDS} reads right after a change at the standby, ${behind} of 20 at the database while it was late; away noticed after ${Math.round(noticed)} ms`,
    );
  },
);
