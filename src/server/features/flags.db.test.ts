import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let owner: Person;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  await owner.found("Flags & Co");
});

afterAll(() => running.close());

test("what is for platform admins is for them alone, and for no owner of a company", async () => {
  const guarded = endpoints.filter((endpoint) => endpoint.access === "platform-admin");
  const call = ({ method, path }: (typeof endpoints)[number]) =>
    method === "GET" ? owner.get(path) : owner.post(path.replace("{key}", "api-access"), { enabled: true });
  for (const endpoint of guarded) expect((await call(endpoint)).body.code).toBe("forbidden");
  await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [owner.id]);
  for (const endpoint of guarded) expect((await call(endpoint)).body.code).toBe("second-factor-required");
  await AuthenticatorApp.addTo(owner, new Date());
  for (const endpoint of guarded) expect((await call(endpoint)).status).toBe(200);
  expect(guarded.map((endpoint) => endpoint.name)).toContain("flags.set");
});

test("a flag that does not exist cannot be turned", async () => {
  expect((await owner.post("/flags/time-travel", { enabled: true })).body.code).toBe("not-found");
});
