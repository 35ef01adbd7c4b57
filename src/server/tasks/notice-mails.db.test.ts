import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// Who manages a company is mailed that notice of an incident has to be decided: once, before its 72 hours end, and never of a privileged one.

const HOUR = 3_600_000;
let running: RunningApp;
let olga: Person;
let mia: Person;
let company: string;
let lead: string;
let clock: Date;

const at = (more: string) => `/companies/${company}${more}`;
const ago = (hours: number) => new Date(clock.getTime() - hours * HOUR).toISOString();
async function add(register: string, fields: object, more: object = {}) {
  const { status, body } = await olga.post(at(`/registers/${register}/records`), { fields, ...more });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as { id: string; version: number };
}
const incident = (title: string, hours: number, more: object = {}) =>
  add("incidents", { title, kind: "incident", discoveredAt: ago(hours), leadId: lead, data: ["personal"], ...more });
/** The mails of incidents that are sent after some hours. */
async function mailsAfter(hours: number) {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  const before = running.mails.length;
  await Promise.all([running.app.runTasks(), running.app.runTasks()]);
  return running.mails.slice(before).filter(({ subject }) => subject.includes("decide on notice"));
}
const subjects = (mails: readonly { to: string; subject: string }[]) =>
  mails.map(({ to, subject }) => [to, subject.replace(/^.*?: /, "")]);

beforeAll(async () => {
  running = await runApp();
  clock = new Date(Date.now() - 100 * HOUR);
  running.setNow(clock);
  [olga, mia] = (await Promise.all(["Olga", "Mia"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found(`Notices ${randomUUID()}`);
  const { body } = await olga.post(at("/invitations"), { email: mia.email, role: "member" });
  await mia.post("/invitations/accept", { invitationId: body.invitation.id });
  lead = (await add("people", { name: "Lea", kind: "employee", startsAt: "2020-01-01" })).id;
});
afterAll(() => running.close());

test("an undecided incident is mailed once, a day before its 72 hours end, to who manages the company and who owns the task", async () => {
  const { id } = await incident("Lost laptop", 40);
  await incident("Broken lock", 40, { data: ["none"] });
  await incident("Drill", 40, { kind: "exercise" });
  expect(await mailsAfter(1)).toEqual([]);
  const first = await mailsAfter(8);
  expect(subjects(first)).toEqual([[olga.email, "decide on notice of INC-1, 23 hours left"]]);
  expect(first[0]!.text).toContain(`/dashboard/program/incidents?record=${id}`);
  expect(first[0]!.text).toContain("Ask counsel");
  expect(await mailsAfter(1)).toEqual([]);
  await incident("Second", 50);
  const key = `notice ${(await olga.get(at("/tasks"))).body
    .map((task: { key: string }) => task.key)
    .find((of: string) => of.startsWith("notice ") && !of.endsWith(id))!
    .slice(7)}`;
  expect((await olga.post(at("/task-assignee"), { key, assigneeId: mia.id })).status).toBe(200);
  const both = [olga.email, mia.email].map((to) => [to, "decide on notice of INC-4, 21 hours left"]);
  const said = subjects(await mailsAfter(1));
  expect([said.length, said]).toEqual([2, expect.arrayContaining(both)]);
  expect(await mailsAfter(30)).toEqual([]);
});

test("a contract that asks for notice earlier brings the mail forward, and what is decided or over is not mailed", async () => {
  const query = new URLSearchParams({ name: "Contract", fileName: "a.txt", type: "Document", controls: "XC-01" });
  const { exhibit } = (await olga.upload(at(`/evidence?${query}`), "a contract")).body;
  const contract = await add("contracts", {
    title: "Engagement of Acme",
    kind: "client",
    client: "Acme",
    file: exhibit,
    signedOn: "2026-01-01",
    noticeHours: 24,
  });
  await incident("Fresh", 1, { contractIds: [contract.id] });
  await incident("Decided", 50, { noticeDecision: "none", noticeDecidedAt: ago(1), noticeRecord: exhibit });
  await incident("Over", 73);
  const mails = await mailsAfter(0.1);
  expect(subjects(mails)).toEqual([[olga.email, "decide on notice of INC-5, 70 hours left"]]);
  expect(mails[0]!.text).toMatch(/22 hours left\s+Engagement of Acme/);
});

test("a privileged incident is mailed to nobody", async () => {
  const matter = (await olga.post(at("/matters"), { name: "A v. B", basis: "work product", join: true })).body;
  expect(matter).toHaveProperty("id");
  await add(
    "incidents",
    { title: "Privileged", kind: "incident", discoveredAt: ago(60), leadId: lead, data: ["personal"] },
    { matterId: matter.id },
  );
  expect(await mailsAfter(0.1)).toEqual([]);
  const [{ said }] = (
    await running.database.admin.query(
      "SELECT count(*)::int AS said FROM app.outbox WHERE body_text LIKE '%Privileged%'",
    )
  ).rows;
  expect(said).toBe(0);
});

test("a time of discovery that is moved later moves no deadline until another person approves it, and what does not touch it takes nothing away: page, list, task, mail and seal say one", async () => {
  const { id, version } = await incident("Report", 30);
  const path = at(`/registers/incidents/records/${id}`);
  const [first, later] = [ago(30), ago(2)];
  const json = { "content-type": "application/json" };
  const moved = JSON.stringify({ version, fields: { discoveredAt: later } });
  expect((await olga.send("PATCH", path, moved, json)).status).toBe(200);
  const hours = (since: string) => new Date(Date.parse(since) + 72 * HOUR).toISOString();
  const said = async () => {
    await running.app.runTasks();
    const { deadlines, fields } = (await olga.get(path)).body;
    const task = (await olga.get(at("/tasks"))).body.find(({ key }: { key: string }) => key === `notice ${id}`);
    const [run] = (
      await running.database.admin.query<{ content: string }>(
        `SELECT p.content FROM app.register_runs r JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages)
          WHERE r.company_id = $1 AND p.register = 'incidents' ORDER BY r.ledger_index DESC LIMIT 1`,
        [company],
      )
    ).rows;
    const row = JSON.parse(run!.content).rows.find((own: { id: string }) => own.id === id);
    return { note: deadlines.note, due: task.due, deadline: fields.deadline, sealed: row.discoveredFirst };
  };
  await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
  expect(await said()).toEqual({
    note: `Counted from ${first.slice(0, 10)}, ${first.slice(11, 16)} UTC, when it was first said to be discovered. A later time counts once another person approves this record.`,
    due: hours(first),
    deadline: expect.any(String),
    sealed: first,
  });
  const mails = await mailsAfter(20);
  expect(subjects(mails)).toEqual([[olga.email, expect.stringMatching(/22 hours left$/)]]);
  expect((await mia.post(`${path}/approval`, { version: version + 1 })).status).toBe(200);
  await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
  expect(await said()).toEqual({ note: null, due: hours(later), deadline: expect.any(String), sealed: undefined });
  // What the time rests on stays: the title changes, and the timeline goes on.
  const edit = async (at: number, fields: object) => {
    expect((await olga.send("PATCH", path, JSON.stringify({ version: at, fields }), json)).status).toBe(200);
    await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
    return await said();
  };
  const asApproved = { note: null, due: hours(later), sealed: undefined };
  expect(await edit(version + 2, { title: "Report of Dan", timeline: "09:00 found" })).toMatchObject(asApproved);
  expect(await edit(version + 3, { timeline: "09:00 found. 10:00 told" })).toMatchObject(asApproved);
  const asFirst = { note: expect.stringContaining("Counted from"), due: hours(first), sealed: first };
  expect(await edit(version + 4, { timeline: "10:00 told" })).toMatchObject(asFirst);
  expect((await mia.post(`${path}/approval`, { version: version + 5 })).status).toBe(200);
  // An approval that is withdrawn gives the earlier time back.
  const mistaken = JSON.stringify({ version: version + 6, reason: "By mistake" });
  const withdrawn = await mia.send("DELETE", `${path}/approval`, mistaken, json);
  expect(withdrawn.status).toBe(200);
  await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
  expect(await said()).toMatchObject(asFirst);

  // Who moved it with one account and approved it with another is nobody else, wherever hours are counted.
  expect((await mia.post(`${path}/approval`, { version: version + 7 })).status).toBe(200);
  await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
  expect(await said()).toMatchObject(asApproved);
  for (const { email } of [olga, mia])
    await add("people", { name: email, email, employeeId: "17", kind: "employee", startsAt: "2020-01-01" });
  await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
  expect(await said()).toMatchObject(asFirst);
  expect((await olga.post(`${path}/end`, { reason: "Over" })).status).toBe(200);
});

test("companies take turns, and one in which nobody can be mailed takes no place", async () => {
  const waiting = async (most: number) =>
    (await running.database.admin.query("SELECT company_id FROM app.notices_to_mail($1, $2)", [clock, most])).rows.map(
      (row) => row.company_id,
    );
  const busy = company;
  await incident("One of many", 60);
  await incident("Two of many", 60);
  company = await olga.found(`Quiet ${randomUUID()}`);
  lead = (await add("people", { name: "Lea", kind: "employee", startsAt: "2020-01-01" })).id;
  await incident("Theirs", 50);
  expect(await waiting(2)).toEqual([busy, company]);
  await running.database.admin.query("INSERT INTO app.alert_mutes (company_id, user_id, until) VALUES ($1, $2, $3)", [
    busy,
    olga.id,
    new Date(clock.getTime() + HOUR),
  ]);
  expect(await waiting(20)).toEqual([company]);
});
