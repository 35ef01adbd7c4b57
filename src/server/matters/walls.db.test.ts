import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { prowlerReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let owner: Person;
let member: Person;
let vera: Person;
let company: string;
let matter: string;

const path = (more: string) => `/companies/${company}${more}`;

async function file(person: Person, name: string, more: Record<string, string> = {}, headers = {}) {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Policy", controls: "XC-01", ...more });
  return await person.upload(path(`/evidence?${query}`), `text of ${name}`, headers);
}

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  member = await running.person("Mona");
  vera = await running.person("Vera");
  company = await owner.found("Marlow and Reed");
  const project = (await owner.post(path("/projects"), { name: "SOC 2", framework: "soc2" })).body.id as string;
  const admin = (text: string, values: unknown[]) => running.database.admin.query(text, values);
  await addMember(running, company, member.id, "member");
  const { rows } = await admin(
    "INSERT INTO app.auditors (company_id, user_id, invited_by, ends_at) VALUES ($1, $2, $3, now() + interval '1 day') RETURNING id",
    [company, vera.id, owner.id],
  );
  await admin("INSERT INTO app.auditor_projects VALUES ($1, $2, $3)", [company, rows[0].id, project]);
  matter = (await owner.post(path("/matters"), { name: "A v. B", basis: "work product", join: true })).body.id;
});
afterAll(() => running.close());

test("a project is no less a draft for what is filed under a privilege, until it is waived", async () => {
  const status = async () => (await member.get(path("/projects"))).body[0].status as string;
  expect(await status()).toBe("Draft");
  const { body } = await file(owner, "Whispered", { matter });
  expect(await status()).toBe("Draft");
  await owner.post(path(`/evidence/${body.id}/privilege-waiver`), { reason: "The opponent has it" });
  expect(await status()).toBe("In Progress");
});

test("what is privileged supersedes nothing for whoever is outside: no list, filter or refusal tells of it", async () => {
  const older = (await file(owner, "Older opinion", { matter })).body.id as string;
  const newer = (await file(owner, "Newer opinion", { matter, supersedes: older })).body.id as string;
  await owner.post(path(`/evidence/${older}/privilege-waiver`), { reason: "It was sent to the other side" });
  const names = async (freshness: string) =>
    (await member.get(path(`/evidence?freshness=${freshness}`))).body.items.map(({ name }: { name: string }) => name);
  expect((await member.get(path(`/evidence/${newer}`))).status).toBe(404);
  expect((await member.get(path(`/evidence/${older}`))).body.item.superseded).toBe(false);
  expect(await names("current")).toContain("Older opinion");
  expect(await names("superseded")).not.toContain("Older opinion");
  const listed = (await owner.get(path("/evidence?freshness=superseded"))).body.items;
  expect(listed.map(({ name }: { name: string }) => name)).toContain("Older opinion");
});

test("an auditor's counts and pages hold nothing that is filed under no control", async () => {
  // Nothing in it speaks for a check of the library.
  const report = prowlerReport(new Date()).replace(/(guardduty|accessanalyzer|cloudtrail)_\w+/g, "nothing_of_ours");
  const { status, body } = await owner.upload(path("/imports?fileName=quicksilver.json"), report);
  expect(status).toBe(201);
  expect((await owner.get(path(`/evidence/${body.evidenceId}`))).body.item.controls).toEqual([]);
  expect((await vera.get(path(`/evidence/${body.evidenceId}`))).status).toBe(404);
  expect((await vera.get(path("/evidence-count?search=quicksilver"))).body.count).toBe(0);
  const before = (await vera.get(path("/evidence?limit=1"))).body;
  expect(before.items).toHaveLength(1);
});

test("a day that the calendar of PostgreSQL does not have is refused in words", async () => {
  const day = "0000-01-01";
  const project = (await owner.get(path("/projects"))).body[0].id as string;
  const answers = [
    await owner.get(path(`/evidence?from=${day}`)),
    await owner.get(path(`/evidence-count?from=${day}`)),
    await owner.post(path("/controls/XC-01/plan"), { ownerId: null, dueOn: day }),
    await vera.post(path("/audit/requests"), { projectId: project, text: "The policy", dueOn: day }),
    await vera.post(path("/audit/samples"), { projectId: project, control: "XC-01", from: day, to: day, size: 1 }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
});

test("an auditor who asks without end is told to wait, and does not fill the ledger of the company", async () => {
  const size = async () => {
    const { rows } = await running.database.admin.query("SELECT size FROM app.ledger_heads WHERE company_id = $1", [
      company,
    ]);
    return Number(rows[0]!.size);
  };
  const had = await size();
  expect((await vera.get(path("/audit"))).status).toBe(200);
  expect(await size()).toBe(had + 1);
  await running.database.admin.query("SELECT app.take_turn($1, 2147483647, 60, 600)", [`looks|${company}|${vera.id}`]);
  expect((await vera.get(path("/audit"))).status).toBe(429);
  expect(await size()).toBe(had + 1);
  await running.forgetTries();
  expect((await vera.get(path("/audit"))).status).toBe(200);
});

test("one download of an auditor is one look", async () => {
  const looks = async () => {
    const { rows } = await running.database.admin.query(
      "SELECT count(*)::int AS n FROM app.ledger_acts WHERE company_id = $1 AND event = 'audit.viewed'",
      [company],
    );
    return rows[0]!.n as number;
  };
  const { body } = await file(owner, "Handbook");
  const had = await looks();
  await (await vera.get(path(`/evidence/${body.id}/file`))).response.arrayBuffer();
  expect(await looks()).toBe(had + 1);
});
