import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let outside: RunningApp;
let production: RunningApp;
let ida: Person;
beforeAll(async () => {
  outside = await runApp();
  ida = await outside.person("Ida");
  production = await runApp({ database: outside.database, folder: outside.folder, production: true });
});
afterAll(async () => {
  await production.app.close();
  await outside.close();
});

test("a session is told with its id masked, and with nothing that opens it", async () => {
  const { status, body, response } = await ida.get("/debug/session");
  expect(status).toBe(200);
  expect(body).toMatchObject({ userId: ida.id, email: ida.email, method: "confirmation", hasSecondFactor: false });
  const { rows } = await outside.database.admin.query("SELECT id FROM auth.sessions WHERE user_id = $1", [ida.id]);
  const told = await response.text();
  for (const { id } of rows) expect(told).not.toContain(id);
  expect(told).not.toContain(ida.cookie.split("=")[1]);
  expect(body.session).toMatch(/^.{4}••••.{4}$/);
});

test("a row inserted past the API is refused by the database, in the catalogue's words and nothing else", async () => {
  const answer = await ida.post("/debug/companies", { name: "Backdoor Inc" });
  expect([answer.status, answer.body]).toEqual([
    403,
    { code: "forbidden", message: "Permission denied: You may not have the right permissions" },
  ]);
  const { rows } = await outside.database.admin.query("SELECT FROM app.companies WHERE name = 'Backdoor Inc'");
  expect(rows).toHaveLength(0);
});

test("even where the database lets it through, the row is not kept", async () => {
  const { admin } = outside.database;
  await admin.query("GRANT INSERT ON app.companies TO app_user");
  await admin.query("CREATE POLICY hole ON app.companies TO app_user USING (true) WITH CHECK (true)");
  expect((await ida.post("/debug/companies", { name: "Backdoor Inc" })).status).toBe(200);
  expect((await admin.query("SELECT FROM app.companies")).rows).toHaveLength(0);
  const { body } = await ida.get("/debug/policies");
  expect(body).toContainEqual({
    table: "companies",
    name: "hole",
    message: "Requests may read, add, change or delete rows of companies wherever its walls let them.",
    using: "true",
    check: "true",
  });
  await admin.query("DROP POLICY hole ON app.companies; REVOKE INSERT ON app.companies FROM app_user");
});

test("every policy in force is told, and none that is not", async () => {
  const { body } = await ida.get("/debug/policies");
  const { rows } = await outside.database.admin.query(
    "SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'app'",
  );
  const told = (body as { table: string; name: string; message: string }[]).map(
    ({ table, name }) => `${table}.${name}`,
  );
  expect(told.toSorted()).toEqual(rows.map((row) => `${row.tablename}.${row.policyname}`).toSorted());
});

test("in production it is there for platform admins with a second factor, and for nobody else", async () => {
  const insider = ida.at(production.url);
  const paths = ["/debug/session", "/debug/policies"];
  const closed = async () => {
    for (const path of paths) expect((await insider.get(path)).body.code).toBe("not-found");
    expect((await insider.post("/debug/companies", { name: "Backdoor Inc" })).body.code).toBe("not-found");
  };
  await closed();
  await outside.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [ida.id]);
  await closed();
  await AuthenticatorApp.addTo(insider, new Date());
  for (const path of paths) expect((await insider.get(path)).status).toBe(200);
});
