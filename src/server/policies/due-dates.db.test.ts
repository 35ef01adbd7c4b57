import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, signInStaff } from "#tests/support/staff.ts";

// A new text gives no new time to who left the one before it open: the check's rule, on every page that tells a date.

const DAY = 86_400_000;
let running: RunningApp;
let olga: Person;
let company: string;
let clock: Date;
const begun = new Date();

beforeAll(async () => {
  running = await runApp();
  pass(-45);
  olga = await running.person("Olga");
  company = await olga.found("Dates");
});
afterAll(() => running.close());

const at = (path: string) => `/companies/${company}${path}`;
const pass = (days: number) => {
  clock = new Date(begun.getTime() + days * DAY);
  running.setNow(clock);
};
const due = (days: number) => new Date(begun.getTime() + days * DAY).toISOString();
const json = { "content-type": "application/json" };

async function putInForce(open: { id: string }, revision: number): Promise<string> {
  await olga.post(at(`/policy-versions/${open.id}/review`), { revision, quorum: 1 });
  return (await olga.post(at(`/policy-versions/${open.id}/approvals`), { revision })).body.inForce.id;
}

test("who left an earlier text open is late by it: on the policy, its list, the tasks and the page of staff, as in the check", async () => {
  const ben = await addToStaff(olga, company, { name: "Ben", email: "ben@dates.test", startsAt: "2020-01-01" });
  const eve = await addToStaff(olga, company, { name: "Eve", email: "eve@dates.test", startsAt: "2020-01-01" });
  const { id, open } = (await olga.post(at("/policies"), { title: "Access", text: "# Access\n\nFirst.\n" })).body;
  const first = await putInForce(open, 1);
  await olga.post(at(`/policy-versions/${first}/assignments`), { audience: "everyone" });
  const page = await signInStaff(running, olga, company, eve, "eve@dates.test");
  await page.submit(await page.open(`/me/policies/${first}`), `/me/policies/${first}`);

  pass(-10);
  const next = (await olga.post(at(`/policies/${id}/versions`), {})).body.open;
  const edit = JSON.stringify({ revision: 1, text: "# Access\n\nSecond.\n" });
  await olga.send("PATCH", at(`/policy-versions/${next.id}`), edit, json);
  await putInForce(next, 2);

  pass(0);
  const policy = (await olga.get(at(`/policies/${id}`))).body;
  expect(policy.people.map(({ personId, due: until }: { personId: string; due: string }) => [personId, until])).toEqual(
    [
      [ben, due(-15)],
      [eve, due(20)],
    ],
  );
  const owing = (await olga.get(at(`/staff/due?policyId=${id}`))).body.people as { personId: string; late: boolean }[];
  expect(owing.map(({ personId, late }) => [personId, late])).toEqual([
    [ben, true],
    [eve, false],
  ]);
  const [listed] = (await olga.get(at("/policies"))).body;
  expect(listed.acknowledged).toEqual({ done: 0, of: 2, late: 1, nextDue: due(-15) });
  const tasks = (await olga.get(at("/tasks"))).body as { key: string }[];
  expect(tasks.find(({ key }) => key === `policy ${id} acknowledge`)).toMatchObject({
    title: "2 people have not acknowledged Access",
    detail: "1 late: send them a link",
    to: `/dashboard/program/policies/${id}?do=links`,
    due: due(-15),
  });
  const mine = await signInStaff(running, olga, company, ben, "ben@dates.test");
  expect((await mine.open("/me")).html).toMatch(/Access<\/h3>[\s\S]{0,200}due now/);
  const hers = await signInStaff(running, olga, company, eve, "eve@dates.test");
  expect((await hers.open("/me")).html).not.toMatch(/Access<\/h3>[\s\S]{0,200}due now/);

  await olga.post(at("/registers/people/confirmation"), { count: 2 });
  await running.app.runTasks();
  running.setNow(new Date(clock.getTime() + 60_000));
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    "SELECT reason FROM app.check_results WHERE company_id = $1 AND check_id = 'policies.acknowledged' ORDER BY ledger_index DESC LIMIT 1",
    [company],
  );
  expect(rows[0]?.reason).toBe(
    `Not acknowledged in time: PER-1, Access, due ${due(-15).slice(0, 10)}. Send them their links.`,
  );
});
