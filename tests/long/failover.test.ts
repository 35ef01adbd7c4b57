import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { movingAddress } from "../support/moving-address.ts";
import { hasOwnPostgres, OwnPostgres } from "../support/own-postgres.ts";
import { Person } from "../support/person.ts";
import { freePort, ServerProcess } from "../support/server-process.ts";
import { fileSteadily } from "../support/steady-filing.ts";

const closers: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

test.skipIf(!hasOwnPostgres)(
  "a database that dies is taken over by its synchronous standby: nothing acknowledged is lost or doubled, and processes go on by themselves",
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "exhibit-failover-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const first = await OwnPostgres.create(path.join(folder, "pg"), "one", await freePort(), "max_connections = 200");
    closers.push(() => first.kill());
    await first.start();
    const second = await first.standby("two", await freePort());
    closers.push(() => second.kill());
    await second.start();
    // Whoever is told that something is filed can rely on both.
    await first.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await first.query("SELECT pg_reload_conf()");
    await eventually("a synchronous standby", async () => {
      const [row] = await first.query<{ state: string }>("SELECT sync_state AS state FROM pg_stat_replication");
      return row?.state === "sync" || undefined;
    });
    const address = await movingAddress(first.port);
    closers.push(() => address.close());
    const server = await ServerProcess.on(path.join(folder, "data"), {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
      SECRET_KEY: randomBytes(32).toString("base64"),
    });
    closers.push(() => server.stop());
    await server.start();
    const ana = await Person.signUp(server.url, "Ana", "ana@example.test", (email) => server.tokenFor(email));
    const load = fileSteadily(ana, await ana.found("Failover Ltd"));
    await setTimeout(3_000);
    const before = load.sent();
    expect(before).toBeGreaterThan(5);

    // A power cut: the whole machine is gone. Then what an operator or Patroni does.
    await first.kill("SIGQUIT");
    const began = performance.now();
    second.promote();
    await second.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await second.query("SELECT pg_reload_conf()");
    address.moveTo(second.port);
    await eventually("a ready server", async () => {
      const answer = await fetch(`${server.url}/readyz`).catch(() => undefined);
      return answer?.status === 200 || undefined;
    });
    const ready = performance.now() - began;
    await setTimeout(3_000);
    await load.stop();
    expect(await load.check()).toEqual([]);
    expect(load.sent()).toBeGreaterThan(before);
    const strange = [...load.statuses.keys()].filter((status) => ![200, 201, 429, 503, 0].includes(status));
    expect(strange, "never 500").toEqual([]);
    console.info(
      `ready ${Math.round(ready)} ms after the database died, ${load.sent()} changes, answers ${JSON.stringify([...load.statuses])}`,
    );
  },
);
