import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { isDatabaseAway } from "../app-error.ts";
import { openKysely, openPool } from "./connections.ts";
import { readinessOf } from "./ready.ts";
import { builtSchemaObjects, fingerprintOf } from "./schema-objects.ts";

let database: FreshDatabase;
const log = pino({ level: "silent" });
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const failed = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("O10: a server that only reads is left after one refused change, which may be tried again, and is not ready", async () => {
  const pool = openPool(database.adminUrl, 1, log);
  const readiness = await readinessOf(openKysely(pool), pool);
  try {
    expect(await readiness()).toEqual({ schema: fingerprintOf(await builtSchemaObjects()), reason: undefined });
    await pool.query("SET default_transaction_read_only = on");
    expect((await readiness()).reason).toMatch(/^the database only reads/);
    const error = await failed(pool.query("CREATE TABLE public.written ()"));
    expect((error as { code: string }).code).toBe("25006");
    expect(isDatabaseAway(error), "the caller is told to come again").toBe(true);
    await expect.poll(() => pool.totalCount).toBe(0);
    expect((await pool.query("SHOW default_transaction_read_only")).rows).toEqual([
      { default_transaction_read_only: "off" },
    ]);
  } finally {
    await pool.end();
  }
});

test("O10: a connection that is silent for longer than any statement takes is left; one that rests is kept", async () => {
  const pool = openPool(database.adminUrl, 1, log, undefined, 30_000, false, { silentMs: 300 });
  try {
    await pool.query("SELECT 1");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(pool.totalCount).toBe(1);
    const error = await failed(pool.query("SELECT pg_sleep(5)"));
    expect(String(error)).toContain("the database is silent");
    expect(isDatabaseAway(error)).toBe(true);
    expect((await pool.query("SELECT 1 AS found")).rows).toEqual([{ found: 1 }]);
  } finally {
    await pool.end();
  }
});
