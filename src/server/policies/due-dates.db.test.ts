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
  expect(await judged()).toBe(
    `Not acknowledged in time: PER-1, Access, due ${due(-15).slice(0, 10)}. Send them their links.`,
  );
});

test("who was ended and added again, and whose first day was put off, is late since the day that the check names, on every page and in what is mailed", async () => {
  pass(-45);
  company = await olga.found("Again");
  const email = "ben@again.test";
  const ben = await addToStaff(olga, company, { name: "Ben", email });
  const eve = await addToStaff(olga, company, { name: "Eve", email: "eve@again.test" });
  const { id, open } = (await olga.post(at("/policies"), { title: "Access", text: "# Access\n\nFirst.\n" })).body;
  const version = await putInForce(open, 1);
  await olga.post(at(`/policy-versions/${version}/assignments`), { audience: "everyone" });

  pass(0);
  const left = { reason: "Left", lastDay: clock.toISOString().slice(0, 10) };
  expect((await olga.post(at(`/registers/people/records/${ben}/end`), left)).status).toBe(200);
  const again = await addToStaff(olga, company, { name: "Ben", email, startsAt: clock.toISOString() });
  const later = JSON.stringify({ version: 1, fields: { startsAt: due(9) } });
  const put = await olga.send("PATCH", at(`/registers/people/records/${eve}`), later, json);
  expect(put.response.status).toBe(200);
  await olga.post(at("/registers/people/confirmation"), { count: 2 });
  expect(await judged()).toBe(
    `Not acknowledged in time: PER-2, Access, due ${due(-15).slice(0, 10)}, PER-3, Access, due ${due(-15).slice(0, 10)}. Send them their links.`,
  );

  const policy = (await olga.get(at(`/policies/${id}`))).body;
  expect(policy.people.map(({ personId, due: until }: { personId: string; due: string }) => [personId, until])).toEqual(
    [
      [again, due(-15)],
      [eve, due(-15)],
    ],
  );
  const [listed] = (await olga.get(at("/policies"))).body;
  expect(listed.acknowledged).toEqual({ done: 0, of: 2, late: 2, nextDue: due(-15) });
  const tasks = (await olga.get(at("/tasks"))).body as { key: string }[];
  expect(tasks.find(({ key }) => key === `policy ${id} acknowledge`)).toMatchObject({
    detail: "2 late: send them links",
    due: due(-15),
  });
  const training = (await olga.get(at("/training"))).body;
  expect(training.people.map(({ courses }: { courses: { until: string }[] }) => courses[0]!.until)).toEqual([
    due(-15),
    due(-15),
  ]);
  expect(tasks.find(({ key }) => key === "course security")).toMatchObject({ due: due(-15) });
  expect((await olga.get(at("/staff/due"))).body.people).toMatchObject([{ late: true }, { late: true }]);
  const mine = await signInStaff(running, olga, company, again, email);
  const home = (await mine.open("/me")).html;
  expect(home).toMatch(/Access<\/h3>[\s\S]{0,200}due now/);
  expect(home).not.toContain(", due ");

  // A text that is assigned by name is counted by the same day, and so is whoever has acknowledged it.
  await mine.submit(await mine.open(`/me/policies/${version}`), `/me/policies/${version}`);
  await olga.post(at(`/policy-versions/${version}/assignments`), { audience: "person", personId: eve });
  const [counted] = (await olga.get(at("/policies"))).body;
  expect(counted.acknowledged).toEqual({ done: 1, of: 2, late: 1, nextDue: due(-15) });
});

/** What the check says of the company now. */
async function judged(): Promise<string> {
  await running.app.runTasks();
  running.setNow(new Date(clock.getTime() + 60_000));
  await running.app.runTasks();
  const { rows } = await running.database.admin.query(
    "SELECT reason FROM app.check_results WHERE company_id = $1 AND check_id = 'policies.acknowledged' ORDER BY ledger_index DESC LIMIT 1",
    [company],
  );
  return rows[0]?.reason;
}
