import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// Since when somebody works here is sealed as it was ever said, and of a last day when it was written: neither is earned by a later word.

let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());

const at = (more: string) => `/companies/${company}/registers/people/records${more}`;
const day = (text: string) => `${text}T00:00:00.000Z`;
async function change(id: string, version: number, fields: object): Promise<void> {
  const body = JSON.stringify({ version, fields });
  const { response } = await olga.send("PATCH", at(`/${id}`), body, { "content-type": "application/json" });
  expect(response.status).toBe(200);
}
async function sealed() {
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    `SELECT p.content FROM app.register_runs r JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages)
      WHERE r.company_id = $1 AND r.ledger_index = (SELECT max(o.ledger_index) FROM app.register_runs o WHERE o.company_id = r.company_id)`,
    [company],
  );
  const pages = rows.map(({ content }) => JSON.parse(content) as SnapshotPage);
  const people = pages.find(({ register }) => register === "people")!;
  return people.rows.map(({ fields, firstStart, endSaidAt }) => [fields["startsAt"], firstStart, endSaidAt]);
}

test("a later first day and an earlier last day are sealed with what was said before them", async () => {
  const added = new Date("2026-06-01T09:00:00.000Z");
  const later = new Date("2026-11-20T09:00:00.000Z");
  running.setNow(added);
  company = await olga.found(`Days ${randomUUID()}`);
  const add = async (name: string) =>
    (await olga.post(at(""), { fields: { name, kind: "employee", startsAt: day("2026-05-01") } })).body.id as string;
  const [dan, eve, ivo] = [await add("Dan"), await add("Eve"), await add("Ivo")];
  // A mistake, which is mended at once.
  await change(ivo, 1, { startsAt: day("2026-10-01") });
  running.setNow(later);
  await change(dan, 1, { startsAt: day("2026-11-20") });
  await change(dan, 2, { startsAt: day("2030-01-01") });
  await change(eve, 1, { endsAt: day("2026-08-01") });
  expect(await sealed()).toEqual([
    [day("2030-01-01"), day("2026-05-01"), undefined],
    [day("2026-05-01"), day("2026-05-01"), later.toISOString()],
    [day("2026-10-01"), day("2026-10-01"), undefined],
  ]);
  running.setNow(new Date("2026-11-20T10:00:00.000Z"));
  await change(eve, 2, { endsAt: null });
  running.setNow(new Date("2026-11-20T10:01:00.000Z"));
  expect((await sealed())[1]).toEqual([day("2026-05-01"), day("2026-05-01"), undefined]);
});
