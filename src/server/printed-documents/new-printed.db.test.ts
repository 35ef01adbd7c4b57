import { randomUUID } from "node:crypto";
import mammoth from "mammoth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia] = [await running.person("Olga"), await running.person("Adam"), await running.person("Mia")];
  clock = new Date();
  company = await olga.found(`Printed ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
  ] as const)
    await addMember(running, company, person.id, role);
});
afterAll(() => running.close());

const at = (more: string) => `/companies/${company}${more}`;
const add = async (register: string, fields: Record<string, unknown>) => {
  const { body, status } = await olga.post(at(`/registers/${register}/records`), { fields });
  expect([status, body]).toEqual([200, body]);
  return body;
};
const approve = (register: string, { id, version }: { id: string; version: number }) =>
  adam.post(at(`/registers/${register}/records/${id}/approval`), { version });
const confirm = (register: string, count: number) => olga.post(at(`/registers/${register}/confirmation`), { count });
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const print = (person: Person, document: string, format: string) =>
  person.send("GET", at(`/printed-documents/${document}/file?format=${format}`));
async function wordsOf(person: Person, document: string): Promise<string> {
  const { response } = await print(person, document, "docx");
  expect(response.status).toBe(200);
  const buffer = Buffer.from(await response.arrayBuffer());
  return (await mammoth.extractRawText({ buffer })).value;
}
/** What the registers said last of a check. */
const checkOf = async (id: string) => {
  const { rows } = await running.database.admin.query<{ outcome: string; reason: string }>(
    "SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = $2 ORDER BY observed_at DESC LIMIT 1",
    [company, id],
  );
  return rows[0];
};
const documentOf = async (id: string) =>
  (await olga.get(at("/documents"))).body.find((document: { id: string }) => document.id === id);

test("screenings are printed for owners and admins alone, from the hashes that everybody's exhibit has, and no sentence counts them", async () => {
  const person = await add("people", { name: "Ada Lin", kind: "employee", startsAt: clock.toISOString() });
  const screening = await add("screenings", {
    kind: "exception",
    personId: person.id,
    completedOn: "2026-01-05",
    law: "Art. 9 GDPR",
  });
  await approve("screenings", screening);
  await confirm("people", 1);
  await confirm("screenings", 1);
  await pass(20);
  const text = await wordsOf(olga, "people.background-checks");
  for (const words of ["Ada Lin", "Exception by law", "2026-01-05", "Art. 9 GDPR", "1 screening"])
    expect(text).toContain(words);
  expect(text).not.toContain("Withheld");
  expect((await print(mia, "people.background-checks", "pdf")).response.status).toBe(404);
  const { answer } = await documentOf("people.background-checks");
  expect(answer).toMatchObject({ outcome: "pass", reason: "Screenings: sealed without what they say." });

  // An older version is printed as it was sealed.
  const exhibit = /EX-\d+/.exec(text)![0];
  const { id } = screening;
  await olga.send(
    "PATCH",
    at(`/registers/screenings/records/${id}`),
    JSON.stringify({ version: screening.version, fields: { law: "Another law" } }),
    { "content-type": "application/json" },
  );
  await pass(20);
  const { response } = await olga.send(
    "GET",
    at(`/printed-documents/people.background-checks/file?format=docx&exhibit=${exhibit}`),
  );
  const again = (await mammoth.extractRawText({ buffer: Buffer.from(await response.arrayBuffer()) })).value;
  expect(again).toContain("Art. 9 GDPR");
  expect((await olga.post(at("/printed-documents/people.background-checks/submission"), {})).status).toBe(200);
});

test("diagrams are drawn from systems, data and vendors, submitted and accepted, and fall when a system changes", async () => {
  const owner = await add("people", { name: "Bo", kind: "employee", startsAt: clock.toISOString() });
  const { body: known } = await olga.post(at("/systems"), { name: "Aktenschrank Ωμέγα", kinds: ["practice"] });
  await add("systems", { systemId: known.id, ownerId: owner.id, criticality: "critical", production: true });
  const vendor = await add("vendors", {
    name: "Docuvault & Söhne",
    service: "Files",
    rating: "high",
    data: ["client"],
    hosting: "yes",
    location: "Germany",
    ownerId: owner.id,
  });
  const fields = { name: "Files of matters", class: "client", purpose: "Work", ownerId: owner.id, about: "Clients" };
  const data = await add("data", { ...fields, systemIds: [known.id], vendorIds: [vendor.id] });
  await approve("data", data);
  for (const register of ["systems", "vendors", "data"]) await confirm(register, 1);
  await pass(20);
  const text = await wordsOf(mia, "inventory.network-diagrams");
  expect(text).toContain(
    "Data flow. DAT-1 Files of matters (Client files). About: Clients. Kept in: Aktenschrank Ωμέγα (Production, critical). Shared with: VEN-1 Docuvault & Söhne (Germany).",
  );
  expect(text).toContain(
    "Outside the company: vendors that host systems or data: VEN-1 Docuvault & Söhne (Germany, Client files).",
  );
  await confirm("people", (await olga.get(at("/registers/people/records?state=open"))).body.total);
  await pass(20);
  const confirmed = "inventory.confirmed-within-year";
  const { body: filed } = await olga.post(at("/printed-documents/inventory.network-diagrams/submission"), {});
  await pass(20);
  expect(await checkOf(confirmed)).toMatchObject({
    outcome: "unknown",
    reason: "No diagram on file shows them as they are now: DAT-1. Submit the drawn diagrams for review, or file one.",
  });
  await adam.post(at(`/document-filings/${filed.filingId}/acceptance`), {});
  // Accepted, they show the data: nobody files a diagram of their own.
  await pass(20);
  expect(await checkOf(confirmed)).toMatchObject({ outcome: "pass" });
  expect(await documentOf("inventory.network-diagrams")).toMatchObject({ state: "on file", by: "printed" });
  for (const document of ["inventory.data-inventory", "vendors.vendor-list"])
    expect((await olga.post(at(`/printed-documents/${document}/submission`), {})).status).toBe(200);

  const [system] = (await olga.get(at("/registers/systems/records"))).body.records;
  await olga.send(
    "PATCH",
    at(`/registers/systems/records/${system.id}`),
    JSON.stringify({ version: system.version, fields: { production: false } }),
    { "content-type": "application/json" },
  );
  await pass(20);
  expect(await documentOf("inventory.network-diagrams")).toMatchObject({ state: "missing" });
});

test("a log of visits asks for a visit, and a record of repairs takes none for an answer", async () => {
  await approve("sites", await add("sites", { name: "Berlin", address: "Unter den Linden 1", holds: "data" }));
  await confirm("sites", 1);
  await confirm("site-log", 0);
  await pass(20);
  expect((await documentOf("physical.maintenance-record")).answer).toMatchObject({ outcome: "pass" });
  expect((await documentOf("physical.visitor-log")).answer).toMatchObject({
    outcome: "unknown",
    reason: "There is nothing to print: no entries in the period.",
  });
  expect((await olga.post(at("/printed-documents/physical.maintenance-record/submission"), {})).status).toBe(200);
});
