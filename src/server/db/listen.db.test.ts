import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { openPool, urlOfRole } from "./connections.ts";
import { listen } from "./listen.ts";

const log = pino({ level: "silent" });
let database: FreshDatabase;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => database.close());

function hearing(size = 2) {
  const pool = openPool(urlOfRole(database.adminUrl, "app_worker", database.keys), size, log);
  let times = 0;
  const listener = listen(pool, "a_channel", () => void (times += 1), log, 20);
  ends.push(() => pool.end(), listener.stop);
  return { pool, listener, heard: () => times };
}

const notify = () => database.admin.query(`NOTIFY a_channel`);
/** The sessions that listen here, as the server sees them. */
const listening = async () =>
  (
    await database.admin.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    )
  ).rows as { readonly pid: number }[];

test("what is told is heard, once when listening begins and once for each time it is told", async () => {
  const { listener, heard } = hearing();
  await expect.poll(listener.hears).toBe(true);
  expect(heard()).toBe(1);
  await notify();
  await expect.poll(heard).toBe(2);
});

test("a lost connection is known to hear nothing, is opened again, and hears", async () => {
  const { listener, heard } = hearing();
  await expect.poll(listener.hears).toBe(true);
  const [lost] = await listening();
  await database.admin.query("SELECT pg_terminate_backend($1)", [lost!.pid]);
  // It is called when listening begins again, too: what was told meanwhile was not heard.
  await expect.poll(heard).toBe(2);
  expect(listener.hears()).toBe(true);
  expect((await listening()).map(({ pid }) => pid)).not.toContain(lost!.pid);
  await notify();
  await expect.poll(heard).toBe(3);
});

test("whoever finds no free connection hears as soon as there is one", async () => {
  const pool = openPool(urlOfRole(database.adminUrl, "app_worker", database.keys), 1, log);
  const taken = await pool.connect();
  const listener = listen(pool, "a_channel", () => {}, log, 20);
  ends.push(() => pool.end(), listener.stop);
  expect(listener.hears()).toBe(false);
  taken.release();
  await expect.poll(listener.hears).toBe(true);
});

test("a connection goes back when it is stopped, listens no more, and nothing hangs on it", async () => {
  const { pool, listener, heard } = hearing(1);
  await expect.poll(listener.hears).toBe(true);
  await listener.stop();
  expect(listener.hears()).toBe(false);
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
  const client = await pool.connect();
  expect((await client.query("SELECT * FROM pg_listening_channels()")).rows).toEqual([]);
  expect(client.listenerCount("notification")).toBe(0);
  client.release();
  await notify();
  await pool.query("SELECT 1");
  expect(heard()).toBe(1);
});

test("whoever stops while every connection is taken waits for none, and the one that comes goes back", async () => {
  const pool = openPool(urlOfRole(database.adminUrl, "app_worker", database.keys), 1, log);
  ends.push(() => pool.end());
  const taken = await pool.connect();
  const listener = listen(pool, "a_channel", () => {}, log, 20);
  await listener.stop();
  expect(pool.waitingCount).toBe(1);
  taken.release();
  await expect.poll(() => [pool.idleCount, pool.waitingCount]).toEqual([1, 0]);
});
