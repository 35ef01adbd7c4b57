import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

interface Entry {
  readonly index: number;
  readonly at: string;
  readonly event: string;
  readonly sentence: string;
  readonly person: { readonly id: string; readonly name: string } | null;
}

let running: RunningApp;
let owner: Person;
let ben: Person;
let company: string;
const of = (path: string) => `/companies/${company}/activity${path}`;
const list = async (query = "", person = owner) =>
  (await person.get(of(query))).body as { entries: Entry[]; next: number | null };

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  ben = await running.person("Ben");
  company = await owner.found("Record & Co");
  await addMember(running, company, ben.id, "member");
  await owner.post(`/companies/${company}/projects`, { name: "=cmd()", framework: "soc2" });
  for (const name of ["One", "Two"]) {
    const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-01" });
    await ben.upload(`/companies/${company}/evidence?${query}`, name);
  }
});
afterAll(() => running.close());

test("acts and filings are told together, newest first, each in a sentence with its place in the ledger", async () => {
  const { entries, next } = await list();
  expect(entries.map(({ index, person, sentence }) => [index, person?.name, sentence])).toEqual([
    [3, "Ben Example", "filed EX-000002, “Two”"],
    [2, "Ben Example", "filed EX-000001, “One”"],
    [1, "Olga Example", "created the project “=cmd()”"],
    [0, "Olga Example", "founded the company “Record & Co”"],
  ]);
  expect(next).toBeNull();
});

test("a page begins where the last one ended, and none is shown twice or left out", async () => {
  const seen: number[] = [];
  let after = "";
  do {
    const { entries, next } = await list(`?limit=1${after}`);
    seen.push(...entries.map(({ index }) => index));
    after = next === null ? "" : `&after=${next}`;
  } while (after);
  expect(seen).toEqual([3, 2, 1, 0]);
});

test("the record is filtered by person, kind and days", async () => {
  const indexes = async (query: string) => (await list(query)).entries.map(({ index }) => index);
  expect(await indexes(`?person=${ben.id}`)).toEqual([3, 2]);
  expect(await indexes("?kind=project")).toEqual([1]);
  expect(await indexes(`?kind=evidence&person=${owner.id}`)).toEqual([]);
  const today = (await list()).entries[0]!.at.slice(0, 10);
  expect(await indexes(`?from=${today}&to=${today}`)).toEqual([3, 2, 1, 0]);
  expect(await indexes("?to=2020-01-01")).toEqual([]);
  expect((await owner.get(of("?from=yesterday"))).status).toBe(400);
});

test("an export by an admin is recorded, is safe in a spreadsheet, and is nobody else's file", async () => {
  expect((await ben.post(of("/exports"), { format: "csv" })).body.code).toBe("forbidden");
  const { exportId, fileName } = (await owner.post(of("/exports"), { format: "csv" })).body;
  expect(fileName).toMatch(/^exhibit-activity-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await (await owner.get(of(`/exports/${exportId}`))).response.text()).trim().split("\r\n");
  expect(lines[0]).toBe("index,at,person,personId,event,what,subject");
  expect(lines).toHaveLength(6);
  expect(lines[1]).toContain("activity.exported,exported the activity log as CSV");

  const asked = { format: "json", person: ben.id };
  const json = (await owner.post(of("/exports"), asked)).body.exportId;
  const told = JSON.parse(await (await owner.get(of(`/exports/${json}`))).response.text());
  expect(told.map(({ what }: { what: string }) => what)).toEqual(["filed EX-000002, “Two”", "filed EX-000001, “One”"]);

  const admin = await running.person("Adi");
  await addMember(running, company, admin.id, "admin");
  expect((await admin.get(of(`/exports/${exportId}`))).body.code).toBe("not-found");
});

test("a cell that a spreadsheet would run is written as text", async () => {
  await running.database.admin.query("UPDATE app.profiles SET first_name = '=1+1' WHERE id = $1", [owner.id]);
  const { exportId } = (await owner.post(of("/exports"), { format: "csv", kind: "company" })).body;
  expect(await (await owner.get(of(`/exports/${exportId}`))).response.text()).toContain(",'=1+1 Example,");
  await running.database.admin.query("UPDATE app.profiles SET first_name = 'Olga' WHERE id = $1", [owner.id]);
});

test("somebody who left keeps their name in the record, and is known as one who left", async () => {
  await running.database.admin.query("DELETE FROM app.company_members WHERE user_id = $1", [ben.id]);
  const filed = (await list("?kind=evidence")).entries;
  expect(filed.map(({ person }) => person?.name)).toEqual(["Ben Example", "Ben Example"]);
  const people = (await owner.get(of("/people"))).body as { id: string; isMember: boolean }[];
  expect(people.find(({ id }) => id === ben.id)?.isMember).toBe(false);
  expect((await ben.get(of(""))).body.code).toBe("not-found");
});
