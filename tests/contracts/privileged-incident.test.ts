import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCase, turnOf } from "../support/every-case.ts";
import { foundRecordFirm, outside, SECRET, walledRegisters } from "./privilege/record-firm.ts";
import type { Outside, RecordFirm } from "./privilege/record-firm.ts";
import { isDigest, printedOfWalled, readers, surfaces } from "./privilege/record-surfaces.ts";
import type { Said, Surface } from "./privilege/record-surfaces.ts";

// Counsel's second record of an incident, and what else a matter has: each of eight kinds of principal at each of nine places where records
// leave the product. A place is really read, which shows by something else of the company in it, or really refused; and it holds no trace.

/** Who is refused at a place, or mailed nothing; everybody else reads it. */
const refused: Readonly<Record<Surface, readonly Outside[]>> = {
  "lists and records": ["stranger"],
  counts: ["stranger"],
  tasks: ["auditor", "stranger"],
  "weekly mail": ["auditor"],
  calendar: ["auditor", "staff", "token", "stranger"],
  search: ["auditor", "staff", "stranger"],
  "printed documents": ["auditor", "staff", "stranger"],
  "sealed registers": ["staff", "stranger"],
  bundles: ["auditor", "staff", "stranger"],
};

/** What else is read at a place by those who read it. */
const control: Readonly<Record<Surface, (as: Outside) => readonly string[]>> = {
  "lists and records": (as) =>
    as === "auditor" ? ["EX-000001"] : as === "staff" ? ["ordinary mail"] : ["ordinary laptop", "INC-1"],
  counts: (as) => (as === "auditor" ? ['"current":0'] : as === "staff" ? ["Ada Lind"] : ['"waiting":1']),
  tasks: (as) => (as === "staff" ? ["ordinary mail"] : ["INC-1"]),
  "weekly mail": (as) =>
    as === "stranger" ? ["Elsewhere", "Rotate keys"] : as === "staff" ? ["Ada Lind"] : ["Quill and Partners", "INC-"],
  calendar: () => ["Quill and Partners", "/dashboard/program/incidents"],
  search: () => ["ordinary laptop"],
  "printed documents": () => ["ordinary laptop", "INC-2"],
  // A token reads the exhibit, which has the pages by their digests; they are shown to people alone.
  "sealed registers": (as) => (as === "token" ? ['"incidents"'] : ["ordinary phone"]),
  bundles: () => ["ordinary phone"],
};

/** Where every case is tried, a document is read as a PDF and as a Word document. */
const formsOf: Partial<Record<Surface, number>> = { "printed documents": everyCase ? 2 : 1 };

let firm: RecordFirm;
let hidden: Awaited<ReturnType<RecordFirm["conceal"]>>;
const countsBefore = new Map<Outside, readonly Said[]>();
const countsAfter = new Map<Outside, readonly Said[]>();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  firm = await foundRecordFirm();
  const { owner, viewer } = firm.people;
  const at = (more: string) => `/companies/${firm.company}${more}`;
  firm.running.setNow(new Date(Date.now() + 20_000));
  for (const name of outside) countsBefore.set(name, await read("counts", name));
  hidden = await firm.conceal();
  for (const name of outside) countsAfter.set(name, await read("counts", name));
  // What is sealed, printed and bundled from here on is newer than the records of the matter.
  const lead = (await owner.get(at("/registers/people/records"))).body.records[0].id;
  const phone = { title: "ordinary phone", kind: "incident", discoveredAt: "2026-02-05T10:00:00.000Z", leadId: lead };
  await owner.post(at("/registers/incidents/records"), { fields: phone });
  // A second person has reviewed them: they are printed.
  const { records } = (await firm.people.member.get(at("/registers/incidents/records?state=waiting"))).body;
  for (const { id, version } of records)
    await firm.people.member.post(at(`/registers/incidents/records/${id}/approval`), { version });
  firm.running.setNow(new Date(Date.now() + 60_000));
  await firm.running.app.runTasks();
  // Whoever only reads is mailed what was given to them.
  const tasks = (await owner.get(at("/tasks"))).body as { key: string; title: string }[];
  const ofIncident = tasks.find(({ title }) => title.includes("INC-1"))!;
  await owner.post(at("/task-assignee"), { key: ofIncident.key, assigneeId: viewer.id });
  await firm.running.database.admin.query("UPDATE app.task_digests SET due_at = now() - interval '1 hour'");
  for (const days of [1, 8]) {
    firm.running.setNow(new Date(Date.now() + days * DAY_MS));
    await firm.running.app.runTasks();
  }
  // Somebody of the staff is signed in for twelve hours.
  firm.running.setNow(new Date(Date.now() + 120_000));
}, 300_000);
afterAll(() => firm.close());

async function read(surface: Surface, as: Outside): Promise<readonly Said[]> {
  await firm.running.forgetTries();
  return await readers[surface](firm, as, hidden ?? []);
}

/** Whether a text has these words; where lines of a PDF end it has them without spaces. */
const says = (text: string, words: string) => text.includes(words) || text.includes(words.replaceAll(" ", ""));

const traces = (said: readonly Said[]) => {
  const secrets = [SECRET, ...hidden.flatMap(({ id, number }) => [id, number])];
  return said.flatMap(({ asked, text }) =>
    secrets.filter((secret) => says(text, secret)).map((secret) => `${asked}: ${secret}`),
  );
};

/** An answer without what is its own, the number of a request or a form, and what is counted of everybody's acts. */
const lasting = (text: string) =>
  text
    .replaceAll(/"requestId":"[^"]*"|name="id" value="[^"]*"/g, "")
    .replaceAll(/("key":"(?:entries|looks|exports)"[^}]*"used":)\d+/g, "$1");

test("there are eight kinds of principal and nine places", () => {
  expect([new Set(outside).size, new Set(surfaces).size]).toEqual([8, 9]);
  expect(printedOfWalled).toEqual(expect.arrayContaining(["incident.incident-register", "incident.exercise-report"]));
  expect(hidden.map(({ register }) => register).toSorted()).toEqual([...walledRegisters].toSorted());
});

/** In the company, and not on the access list: two of these read a place each day, of the next place the other two. */
const colleagues: readonly Outside[] = ["owner", "admin", "member", "viewer"];

describe.each(surfaces)("%s", (surface) => {
  const turn = turnOf(colleagues, 2, surfaces.indexOf(surface));
  const asked = outside.filter((name) => !colleagues.includes(name) || turn.includes(name));

  test.each(asked.filter((name) => refused[surface].includes(name)))("%s is refused, and told nothing", async (as) => {
    const said = await read(surface, as);
    expect(said.filter(({ status }) => ![401, 403, 404].includes(status))).toEqual([]);
    expect(said.length > 0).toBe(surface !== "weekly mail");
    expect(traces(said)).toEqual([]);
  });

  test.each(asked.filter((name) => !refused[surface].includes(name)))(
    "%s reads it, and finds no trace of what a matter has",
    async (as) => {
      const said = await read(surface, as);
      const found = said.filter(({ status }) => status < 300);
      for (const words of control[surface](as))
        expect(found.filter(({ text }) => says(text, words)).length, words).toBeGreaterThanOrEqual(
          formsOf[surface] ?? 1,
        );
      expect(said.filter(({ status }) => status >= 300 && ![401, 403, 404].includes(status))).toEqual([]);
      expect(traces(said)).toEqual([]);
    },
  );
});

test.each(outside)("no count of %s differs because of it", (as) => {
  const [before, after] = [countsBefore.get(as)!, countsAfter.get(as)!];
  expect(after.map(({ asked, status, text }) => [asked, status, lasting(text)])).toEqual(
    before.map(({ asked, status, text }) => [asked, status, lasting(text)]),
  );
});

test("everybody who is mailed their tasks was mailed them, those on the access list as well, and no mail of anybody tells of it", () => {
  const sent = firm.running.mails.slice(firm.mailsBefore());
  const mailed = (["owner", "admin", "member", "viewer", "inside", "stranger"] as const).filter((name) =>
    sent.some((mail) => mail.to === firm.people[name].email && isDigest(mail)),
  );
  expect(mailed).toEqual(["owner", "admin", "member", "viewer", "inside", "stranger"]);
  expect(
    traces(sent.map(({ to, subject, text, html }) => ({ asked: to, status: 200, text: `${subject} ${text} ${html}` }))),
  ).toEqual([]);
});

test("what is looked for is found where it belongs: in the matter, by its access list", async () => {
  const { body } = await firm.people.inside.get(`/companies/${firm.company}/matters/${firm.matter}/records`);
  const text = JSON.stringify(body);
  expect(hidden.filter(({ id }) => !text.includes(id))).toEqual([]);
  expect(text).toContain(SECRET);
});
