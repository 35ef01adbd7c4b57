import { randomUUID } from "node:crypto";
import ical from "node-ical";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What is missing or due comes to whoever sees to it: by mail on Mondays, and into a calendar of their own.

let running: RunningApp;
let olga: Person;
let adam: Person;
let company: string;
/** A Sunday of the past: mails of a future that is far from the database's own clock are taken for old ones. */
const SUNDAY = "2026-03-01T12:00:00.000Z";
const MONDAY = "2026-03-02";

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = (await Promise.all(["Olga", "Adam"].map((name) => running.person(name)))) as [Person, Person];
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(new Date(SUNDAY));
  company = await olga.found(`Tasks ${randomUUID()}`);
  await addMember(running, company, adam.id, "member");
  await admin("UPDATE app.task_digests SET due_at = $2 WHERE company_id = $1", [company, `${MONDAY}T08:00:00Z`]);
  await admin("UPDATE app.task_digests SET is_on = false WHERE company_id <> $1", [company]);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const set = async (person: Person, values: object) =>
  (await person.send("PATCH", at("/task-digest"), JSON.stringify(values), { "content-type": "application/json" })).body;
const addAction = async () => {
  const person = { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" };
  const { id: ownerId } = (await olga.post(at("/registers/people/records"), { fields: person })).body;
  const action = { title: "Rotate keys", source: "other", ownerId, dueOn: "2026-02-27" };
  return (await olga.post(at("/registers/actions/records"), { fields: action })).body.id as string;
};

/** The mails of tasks that are sent at an instant, as who gets them and their subject. */
async function mailsAt(instant: string) {
  running.setNow(new Date(instant));
  const before = running.mails.length;
  await running.app.runTasks();
  return running.mails.slice(before).filter(({ subject }) => subject.includes("this week"));
}

test("tasks are mailed once a week, on Monday at 08:00 of the reader's clock: one's own first, and to nobody who has none", async () => {
  const action = await addAction();
  expect(await set(olga, { timeZone: "America/New_York" })).toEqual({ on: true, timeZone: "America/New_York" });
  await olga.post(at("/task-assignee"), { key: `action ${action}`, assigneeId: adam.id });
  const [first, ...more] = await mailsAt(`${MONDAY}T08:05:00.000Z`);
  expect([first!.to, more]).toEqual([adam.email, []]);
  expect(first!.text.replaceAll(/\s+/g, " ")).toMatch(/3 days overdue Rotate keys \(ACT-1, Dan\)\. Yours\./);
  expect(await mailsAt(`${MONDAY}T12:59:00.000Z`)).toEqual([]);
  const [second] = await mailsAt(`${MONDAY}T13:01:00.000Z`);
  expect([second!.to, second!.text.includes("Rotate keys")]).toEqual([olga.email, false]);
  expect([first!.subject, second!.subject]).toEqual([
    expect.stringMatching(/: \d tasks this week, 1 overdue$/),
    // Dan started in January, and was added today: his courses are not late.
    expect.stringMatching(/: \d tasks this week$/),
  ]);
  expect(await mailsAt("2026-03-08T23:00:00.000Z")).toEqual([]);
  expect(await mailsAt("2026-03-09T14:00:00.000Z")).toHaveLength(2);
});

test("who changes their clock is mailed once that week: not again on the same Monday, and not a week later", async () => {
  await addAction();
  await set(adam, { on: false });
  await set(olga, { timeZone: "Pacific/Auckland" });
  // Monday 08:00 in Auckland is Sunday 19:00 UTC.
  expect(await mailsAt("2026-03-01T19:05:00.000Z")).toHaveLength(1);
  await set(olga, { timeZone: "Pacific/Honolulu" });
  expect(await mailsAt("2026-03-02T18:05:00.000Z")).toEqual([]);
  expect(await mailsAt("2026-03-09T17:55:00.000Z")).toEqual([]);
  // Before her Monday has come she flies back: there it has.
  await set(olga, { timeZone: "Pacific/Auckland" });
  expect(await mailsAt("2026-03-09T17:56:00.000Z")).toHaveLength(1);
  expect(await mailsAt("2026-03-09T20:00:00.000Z")).toEqual([]);
});

test("two workers at once send one mail, and none goes to whoever turned it off, paused mails, was suspended or has nothing to do", async () => {
  const run = async (instant: string) => {
    running.setNow(new Date(instant));
    const before = running.mails.length;
    await Promise.all([running.app.runTasks(), running.app.runTasks()]);
    return running.mails.slice(before).filter(({ subject }) => subject.includes("this week")).length;
  };
  expect(await run(`${MONDAY}T08:05:00.000Z`)).toBe(0);
  await addAction();
  expect(await run("2026-03-09T08:05:00.000Z")).toBe(2);
  expect(await set(adam, { on: false })).toEqual({ on: false, timeZone: null });
  expect(await run("2026-03-16T08:05:00.000Z")).toBe(1);
  await set(adam, { on: true });
  await admin("INSERT INTO app.alert_mutes (company_id, user_id, until) VALUES ($1, $2, '2026-03-25')", [
    company,
    olga.id,
  ]);
  await admin("UPDATE app.company_members SET status = 'suspended' WHERE company_id = $1 AND user_id = $2", [
    company,
    adam.id,
  ]);
  expect(await run("2026-03-23T08:05:00.000Z")).toBe(0);
  expect(await run("2026-03-30T08:05:00.000Z")).toBe(1);
});

test("where a company asks for a second factor, whoever has none is mailed nothing of it", async () => {
  await addAction();
  await admin("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [company]);
  await admin(
    "INSERT INTO auth.totp_secrets (user_id, sealed, confirmed_at, created_at) VALUES ($1, '\\x00', '2026-02-01', '2026-02-01')",
    [olga.id],
  );
  expect((await mailsAt(`${MONDAY}T13:01:00.000Z`)).map(({ to }) => to)).toEqual([olga.email]);
});

test("a time zone that nobody has is refused, and nothing changes", async () => {
  const answer = await set(olga, { timeZone: "Mars/Olympus" });
  expect(answer.code).toBe("invalid-input");
  expect((await olga.get(at("/task-digest"))).body).toEqual({ on: true, timeZone: null });
});

const open = async (person: Person): Promise<string> => (await person.post(at("/task-calendar"), {})).body.address;
const read = async (address: string) => {
  const answer = await fetch(address.replace(/^https?:\/\/[^/]+/, running.url));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test("a calendar has each task with a day on that day, and names nobody; another reader's parser reads it", async () => {
  const action = await addAction();
  const { status, headers, text } = await read(await open(olga));
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    200,
    "text/calendar; charset=utf-8",
    "no-store",
  ]);
  const events = Object.values(ical.sync.parseICS(text)).filter((item) => item?.type === "VEVENT");
  const due = events.find((event) => event.summary === "Action due")!;
  expect(due).toMatchObject({ datetype: "date" });
  expect(text.replaceAll("\r\n ", "")).toContain(`/dashboard/program/actions?record=${action}\r\n`);
  expect([due.start.getFullYear(), due.start.getMonth(), due.start.getDate()]).toEqual([2026, 1, 27]);
  for (const said of ["Rotate", "Dan", "acme.test", "ACT-1"]) expect(text).not.toContain(said);
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect((await read(await open(olga))).text.match(/UID:.*/g)).toEqual(text.match(/UID:.*/g));
});

test("a calendar's address ends when it is replaced or ended, and with its owner's membership", async () => {
  const first = await open(adam);
  expect((await read(first)).status).toBe(200);
  expect((await adam.get(at("/task-calendar"))).body).toEqual({ createdAt: SUNDAY, lastReadAt: SUNDAY });
  const second = await open(adam);
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  expect((await adam.send("DELETE", at("/task-calendar"), "{}", { "content-type": "application/json" })).status).toBe(
    200,
  );
  expect((await read(second)).status).toBe(404);
  const third = await open(adam);
  await admin("UPDATE app.company_members SET status = 'suspended' WHERE company_id = $1 AND user_id = $2", [
    company,
    adam.id,
  ]);
  expect((await read(third)).status).toBe(404);
  await admin("UPDATE app.company_members SET status = 'active' WHERE company_id = $1 AND user_id = $2", [
    company,
    adam.id,
  ]);
  await admin("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [company]);
  expect((await read(third)).status).toBe(404);
  await admin("UPDATE app.companies SET second_factor_required = false WHERE id = $1", [company]);
  expect((await read(third)).status).toBe(200);
  expect((await adam.post(at("/leave"), {})).status).toBe(200);
  expect((await read(third)).status).toBe(404);
  expect((await read(`${running.url}/calendar/${"A".repeat(43)}.ics`)).status).toBe(404);
  expect((await read(`${running.url}/calendar/x`)).text).toBe("This calendar does not exist, or its owner ended it.\n");
});
