import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { neverNull } from "./function-facts.ts";
import { callFunction, functionOf } from "./functions.ts";
import type { RowOf } from "./functions.ts";
import { answerKinds } from "./functions.gen.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.close();
});

test("a call answers lines, values, one line or one value, as the function does, over Kysely and over the driver", async () => {
  const { worker, workerPool, user, userPool } = database.databases;
  for (const on of [user, userPool]) {
    expect(await callFunction(on, "app.team", [])).toEqual([]);
    expect(await callFunction(on, "app.my_role", [])).toBeNull();
    expect(await callFunction(on, "app.owner_sign_up", [])).toEqual({ signed_up_at: null, began_here: null });
    expect(await callFunction(on, "app.evidence_sources", [])).toEqual([]);
    expect(await callFunction(on, "app.take_turn", ["a key", 1, 60, 1])).toBeTypeOf("number");
  }
  for (const on of [worker, workerPool])
    expect(await callFunction(on, "app.close_company", ["00000000-0000-4000-8000-000000000000", new Date(0)])).toEqual(
      [],
    );
});

test("a call is a table or an expression of a larger statement", async () => {
  const { user } = database.databases;
  const none = await user.selectFrom(functionOf("app.team", []).as("t")).select(["t.role"]).execute();
  expect(none satisfies Pick<RowOf<"app.team">, "role">[]).toEqual([]);
  const role = await user.selectNoFrom(functionOf("app.my_role", []).as("role")).executeTakeFirstOrThrow();
  expect(role).toEqual({ role: null });
});

test("a NULL where a function is said to answer none is refused, and not handed on", async () => {
  await database.admin
    .query(`CREATE OR REPLACE FUNCTION app.my_memberships() RETURNS TABLE (company_id uuid, role text) LANGUAGE sql
    STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT gen_random_uuid(), NULL::text $$`);
  await database.admin.query(`CREATE OR REPLACE FUNCTION app.my_platform_role() RETURNS text LANGUAGE sql
    STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT NULL::text $$`);
  for (const on of [database.databases.user, database.databases.userPool]) {
    await expect(callFunction(on, "app.my_memberships", [])).rejects.toThrow(
      "app.my_memberships answered NULL as role",
    );
    await expect(callFunction(on, "app.my_platform_role", [])).rejects.toThrow("app.my_platform_role answered NULL");
  }
});

test("what is never NULL is said of columns that functions have", async () => {
  const { rows } = await database.admin.query<{ name: string; columns: string[] | null }>(
    `SELECT p.pronamespace::regnamespace || '.' || p.proname AS name, (SELECT array_agg(p.proargnames[i])
       FROM unnest(p.proargmodes) WITH ORDINALITY AS x(mode, i) WHERE mode IN ('o', 't')) AS columns
     FROM pg_proc p WHERE p.pronamespace IN ('app'::regnamespace, 'auth'::regnamespace)`,
  );
  const known = new Map(rows.map(({ name, columns }) => [name, columns]));
  const said = Object.entries<true | readonly string[]>(neverNull);
  const strange = said.flatMap(([name, columns]) =>
    (columns === true ? [] : columns).filter((column) => !known.get(name)?.includes(column)),
  );
  expect(said.filter(([name]) => !known.has(name))).toEqual([]);
  expect(strange).toEqual([]);
  expect(Object.keys(answerKinds).filter((name) => !known.has(name))).toEqual([]);
});
