import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { asCaller, asCallerAsking } from "./as-caller.ts";
import { retryConflicts } from "./retry-conflicts.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await database.admin.query(`CREATE TABLE app.answered (a integer); INSERT INTO app.answered VALUES (7);
    GRANT SELECT ON app.answered TO app_user`);
});
afterAll(() => database.close());

const caller = { userId: "00000000-0000-4000-8000-000000000001" };
const ask = () =>
  retryConflicts(() =>
    asCaller(database.databases.user, caller, async (tx) => {
      const { rows } = await sql<{ a: unknown }>`SELECT * FROM app.answered WHERE ${1}::integer = 1`.execute(tx);
      return rows;
    }),
  );

test("a statement that is asked often is prepared, and is asked anew when an upgrade changes what it answers", async () => {
  for (let time = 0; time < 20; time += 1) expect(await ask()).toEqual([{ a: 7 }]);
  const prepared = await asCaller(database.databases.user, caller, (tx) =>
    sql<{
      n: number;
    }>`SELECT count(*)::integer AS n FROM pg_prepared_statements WHERE statement LIKE '%app.answered%'`.execute(tx),
  );
  expect(prepared.rows[0]!.n).toBeGreaterThan(0);
  await database.admin.query("ALTER TABLE app.answered ADD COLUMN b text DEFAULT 'new'");
  expect(await ask()).toEqual([{ a: 7, b: "new" }]);
  expect(await ask()).toEqual([{ a: 7, b: "new" }]);
});

test("what a transaction is asked with its beginning is answered, as the caller and for each transaction anew", async () => {
  const asked = "SELECT app.uid() AS uid, current_setting('app.reservation', true) AS room";
  const answers = [];
  for (const reservation of ["00000000-0000-4000-8000-000000000002", undefined])
    answers.push(
      await asCallerAsking(database.databases.user, { ...caller, reservation }, asked, async (_, known) => known),
    );
  expect(answers).toEqual([
    { uid: caller.userId, room: "00000000-0000-4000-8000-000000000002" },
    { uid: caller.userId, room: expect.toBeOneOf([null, ""]) },
  ]);
});
