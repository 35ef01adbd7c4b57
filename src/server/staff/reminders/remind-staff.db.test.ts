import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, linkTokenOf, signInStaff, StaffBrowser } from "#tests/support/staff.ts";

let running: RunningApp;
let owner: Person;
let company: string;
let people = 0;
const DAY = 86_400_000;
/** In the past: mails of a future that is far from the database's own clock are taken for old ones. */
const start = Date.now() - 80 * DAY;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  await running.forgetTries();
  running.setNow(new Date(start));
  people += 1;
  company = await owner.found(`Calder ${people}`);
});

async function someone() {
  const email = `ben-${company}@calder.test`;
  const startsAt = new Date(start - DAY).toISOString();
  return { email, id: await addToStaff(owner, company, { name: "Ben Adeyemi", email, startsAt }) };
}

/** The mails that go to an address on that day, counted from the first. */
async function mailsOn(day: number, to: string): Promise<string[]> {
  running.setNow(new Date(start + day * DAY));
  const before = running.mails.length;
  await running.app.runTasks();
  return running.mails.slice(before).flatMap((mail) => (mail.to === to ? [mail.subject] : []));
}

const send = (personIds: string[]) => owner.post(`/companies/${company}/staff/links`, { personIds });

test("whoever is on leave is reminded of nothing, and of what waits on the day on which they are back", async () => {
  const ben = await someone();
  expect((await send([ben.id])).status).toBe(200);
  expect(await mailsOn(0, ben.email)).toHaveLength(1);
  const day = (number: number) => new Date(start + number * DAY).toISOString().slice(0, 10);
  const path = `/companies/${company}/registers/people/records/${ben.id}`;
  const { version } = (await owner.get(path)).body;
  const write = (asked: number, fields: object) =>
    owner.send("PATCH", path, JSON.stringify({ version: asked, fields }), { "content-type": "application/json" });
  expect((await write(version, { awayFrom: day(20), awayUntil: day(35) })).status).toBe(200);
  const told: number[] = [];
  for (let number = 1; number < 45; number += 1) if ((await mailsOn(number, ben.email)).length > 0) told.push(number);
  expect(told).toEqual([36, 37, 44]);
  // Of a leave without an end nobody would ever be reminded.
  expect((await write(version + 1, { awayFrom: day(40), awayUntil: null })).status).toBe(200);
  expect(await mailsOn(51, ben.email)).toHaveLength(1);
});

test("whoever was sent a link is reminded seven days before something is due, on the day, and weekly: one mail for everything", async () => {
  const ben = await someone();
  expect((await send([ben.id])).status).toBe(200);
  const days: (readonly [number, readonly string[]])[] = [];
  for (let day = 0; day < 45; day += 1) {
    const mails = await mailsOn(day, ben.email);
    if (mails.length > 0) days.push([day, mails]);
  }
  const title = `Calder ${people}`;
  expect(days.map(([day]) => day)).toEqual([0, 23, 30, 37, 44]);
  expect(days[0]![1]).toEqual([`${title}: your training and policies`]);
  expect(days[1]![1]).toEqual([expect.stringMatching(/^Calder \d+: \d things to do$/)]);
  expect(days[2]![1]).toEqual([expect.stringMatching(/^Calder \d+: (\d) things to do, \1 overdue$/)]);
  const home = await new StaffBrowser(running.url).post("/me/link", { link: linkTokenOf(running.mails, ben.email) });
  expect([home.status, home.html.includes("Hello, Ben")]).toEqual([200, true]);
});

test("nobody is written to whom no manager sent a link, who left, or whose company turned reminders off", async () => {
  const [ben, path] = [await someone(), `/companies/${company}/staff/reminders`];
  expect((await owner.get(path)).body).toEqual({ on: true, stopped: [] });
  for (const day of [25, 31]) expect(await mailsOn(day, ben.email)).toEqual([]);
  running.setNow(new Date(start + 32 * DAY));
  expect((await send([ben.id])).status).toBe(200);
  expect(await mailsOn(32, ben.email)).toHaveLength(1);
  const patch = (on: boolean) =>
    owner.send("PATCH", path, JSON.stringify({ on }), { "content-type": "application/json" });
  expect((await patch(false)).body).toEqual({ on: false });
  expect(await mailsOn(50, ben.email)).toEqual([]);
  expect((await patch(true)).body).toEqual({ on: true });
  expect(await mailsOn(52, ben.email)).toHaveLength(1);
  const end = `/companies/${company}/registers/people/records/${ben.id}/end`;
  expect(
    (await owner.post(end, { reason: "Resigned", lastDay: new Date(start + 52 * DAY).toISOString().slice(0, 10) }))
      .status,
  ).toBe(200);
  expect(await mailsOn(70, ben.email)).toEqual([]);
});

test("a reminder leaves the session of somebody who is signed in, and two workers at once send one", async () => {
  const ben = await someone();
  const browser = await signInStaff(running, owner, company, ben.id, ben.email);
  running.setNow(new Date(start + 30 * DAY));
  const before = running.mails.length;
  await Promise.all([running.app.runTasks(), running.app.runTasks()]);
  await running.app.runTasks();
  expect(running.mails.slice(before).filter(({ to }) => to === ben.email)).toHaveLength(1);
  running.setNow(new Date(start + 3_600_000));
  expect((await browser.open("/me")).html).toContain("Hello, Ben");
});

test("whoever presses Stop by the link in a reminder gets no more, until they want them again; opening the link stops nothing", async () => {
  const ben = await someone();
  expect((await send([ben.id])).status).toBe(200);
  expect(await mailsOn(0, ben.email)).toHaveLength(1);
  expect(await mailsOn(23, ben.email)).toHaveLength(1);
  const mail = running.mails.findLast(({ to }) => to === ben.email)!;
  const stop = /\/me\/stop\?token=([\w-]{43})/.exec(mail.text)!;
  expect(mail.html).toContain(stop[0]);
  const browser = new StaffBrowser(running.url);
  const page = await browser.open(stop[0]);
  expect(page.html).toContain("Stop reminders?");
  expect(await mailsOn(30, ben.email)).toHaveLength(1);
  // The link is not the newest any more, and stops them all the same.
  expect((await browser.submit(page, "/me/stop")).html).toContain("Reminders stopped");
  for (const day of [37, 44]) expect(await mailsOn(day, ben.email)).toEqual([]);
  expect((await owner.get(`/companies/${company}/staff/reminders`)).body).toEqual({
    on: true,
    stopped: ["Ben Adeyemi"],
  });
  const signedIn = await signInStaff(running, owner, company, ben.id, ben.email);
  const home = await signedIn.open("/me");
  expect(home.html).toContain("You stopped reminder emails.");
  expect((await signedIn.submit(home, "/me/reminders")).html).toContain(`We email ${ben.email} when something is due.`);
  expect(await mailsOn(60, ben.email)).toHaveLength(1);
  expect((await browser.open(`/me/stop?token=${"A".repeat(43)}`)).status).toBe(404);
});
