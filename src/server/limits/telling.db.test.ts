import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ada: Person;
let ben: Person;
let company: string;
beforeAll(async () => {
  running = await runApp();
  [ada, ben] = [await running.person("Ada"), await running.person("Ben")];
  company = await ada.found("Told LLP");
  await addMember(running, company, ben.id, "member");
});
afterAll(() => running.close());

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const allow = (key: string, most: number) =>
  admin(
    "INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, $2, $3) ON CONFLICT (company_id, key) DO UPDATE SET most = $3",
    [company, key, most],
  );
const note = (person = ada) => person.post(`/companies/${company}/controls/XC-01/notes`, { body: "A note" });
const told = async () => {
  const { rows } = await admin(
    "SELECT event, details FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'limit.%' ORDER BY seq",
    [company],
  );
  return rows.map(({ event, details }) => [event, JSON.parse(details).subject, JSON.parse(details).used]);
};

test("S8: four fifths of a limit, and all of it, are on the record once, and owners and admins are mailed", async () => {
  await allow("notes", 5);
  for (let at = 0; at < 3; at += 1) await note();
  await running.app.runTasks();
  expect(await told()).toEqual([]);
  await note();
  await running.app.runTasks();
  expect(await told()).toEqual([["limit.near", "notes", 4]]);
  for (let at = 0; at < 4; at += 1) await note(ben);
  await running.app.runTasks();
  await running.app.runTasks();
  expect(await told()).toEqual([
    ["limit.near", "notes", 4],
    ["limit.reached", "notes", 5],
  ]);
  running.setNow(new Date(Date.now() + 10 * 60_000));
  await running.app.runTasks();
  await running.app.runTasks();
  running.setNow(undefined);
  const mails = running.mails
    .map(({ to, text }) => ({ to, text: text.replace(/\s+/g, " ") }))
    .filter(({ text }) => text.includes("notes and comments"));
  expect(mails.map(({ to }) => to)).toEqual([ada.email]);
  expect(mails[0]!.text).toMatch(/Exhibit counted 4 of 5 notes and comments an hour: 80% is used/);
  expect(mails[0]!.text).toMatch(/Exhibit counted 5 of 5 notes and comments an hour: the limit is reached/);
});

test("S8: what is there at once is told again after there was less of it", async () => {
  await allow("projects", 2);
  const create = () => ada.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([200, 200, 409]);
  await running.app.runTasks();
  expect((await told()).filter(([, key]) => key === "projects")).toEqual([["limit.reached", "projects", 2]]);
});

test("the usage of a company is for its owner and admins, by page and API, in the order of the table", async () => {
  const { status, body } = await ada.get(`/companies/${company}/limits`);
  expect([status, body.plan]).toEqual([200, "early-access"]);
  const of = (key: string) => body.limits.find((limit: { key: string }) => limit.key === key);
  expect(of("notes")).toMatchObject({
    used: 5,
    most: 5,
    own: true,
    holds: "each hour",
    freesAt: expect.stringMatching(/:00:00\.000Z$/),
  });
  expect(of("bytes")).toMatchObject({ used: 0, most: 10 * 1024 ** 3, own: false, freesAt: null });
  expect((await ben.get(`/companies/${company}/limits`)).status).toBe(403);
});

test("S8: what privileged items take is in no figure but the owner's, and counts all the same", async () => {
  const carl = await running.person("Carl");
  await addMember(running, company, carl.id, "admin");
  const seen = async (person: Person, key: string) => {
    const { body } = await person.get(`/companies/${company}/limits`);
    return body.limits.find((limit: { key: string }) => limit.key === key).used;
  };
  const matter = (
    await ada.post(`/companies/${company}/matters`, { name: "A v. B", basis: "work product", join: true })
  ).body.id;
  const before = await Promise.all([seen(carl, "bytes"), seen(carl, "items"), seen(carl, "matters")]);
  const query = new URLSearchParams({ name: "Secret", fileName: "a.txt", type: "Policy", controls: "XC-01", matter });
  expect((await ada.upload(`/companies/${company}/evidence?${query}`, "twelve bytes")).status).toBe(201);
  expect(await Promise.all([seen(carl, "bytes"), seen(carl, "items"), seen(carl, "matters")])).toEqual(before);
  expect([await seen(ada, "bytes"), await seen(ada, "items"), await seen(ada, "matters")]).toEqual([12, 1, 1]);
});
