import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { endpoints } from "#contract/index.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;
beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());

test("a fault of ours says its number and nothing of our insides, at every endpoint of a company; the log says the rest", async () => {
  const company = await ana.found("Faults Ltd");
  await running.database.admin.query("ALTER TABLE app.company_members RENAME TO elsewhere");
  const asked = endpoints.filter(
    ({ kind, path, method }) => kind === "query" && method === "GET" && path.includes("{companyId}"),
  );
  const failed: string[] = [];
  for (const { name, path } of asked) {
    const { status, body } = await ana.get(path.replace("{companyId}", company).replace(/\{\w+\}/g, randomUUID()));
    // What lacks a field of its query is refused before anything is asked.
    if (status === 400) continue;
    failed.push(name);
    const { requestId } = body.data;
    expect({ status, body }, name).toEqual({
      status: 500,
      body: { code: body.code, message: failures.unexpected.message, data: { requestId } },
    });
    expect(
      running.log.some((line) => line.includes(requestId) && line.includes("company_members")),
      name,
    ).toBe(true);
  }
  expect(failed.length).toBeGreaterThan(30);
  await running.database.admin.query("ALTER TABLE app.elsewhere RENAME TO company_members");
});
