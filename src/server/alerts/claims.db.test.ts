import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;
let ben: Person;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  ben = await running.person("Ben");
});
afterAll(() => running.close());

test("however many workers claim a member's alerts at once, one gets all of them and none ends in a deadlock", async () => {
  const company = await ana.found("Alerts LLP");
  await addMember(running, company, ben.id, "admin");
  await running.app.runTasks();
  for (let n = 0; n < 6; n++)
    await ana.post(`/companies/${company}/webhooks`, { url: "https://hooks.example.test/x", events: ["*"] });
  await running.app.runTasks();
  const { rows: waiting } = await admin("SELECT * FROM app.alerts WHERE company_id = $1", [company]);
  expect(waiting).toHaveLength(6);
  const at = new Date(Date.now() + 400_000);
  const claim = async () => (await admin("SELECT * FROM app.take_alerts($1, $2, $3)", [company, ben.id, at])).rowCount;
  for (let round = 0; round < 5; round++) {
    const claimed = await Promise.all(Array.from({ length: 4 }, claim));
    expect(claimed.filter((count) => count !== 0)).toEqual([6]);
    await admin("INSERT INTO app.alerts SELECT * FROM jsonb_populate_recordset(NULL::app.alerts, $1)", [
      JSON.stringify(waiting),
    ]);
  }
});
