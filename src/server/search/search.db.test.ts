import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let owner: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
  company = await owner.found("Search & Co");
  for (const name of ["MFA enforcement report", "Leaver checklist", "100% of backups"])
    await file(owner, company, name);
  await owner.post(`/companies/${company}/projects`, { name: "Bridge letter", framework: "soc2" });
});
afterAll(() => running.close());

async function file(person: Person, companyId: string, name: string): Promise<void> {
  const query = new URLSearchParams({ name, fileName: "a.txt", type: "Document", controls: "XC-01" });
  expect((await person.upload(`/companies/${companyId}/evidence?${query}`, name)).status).toBe(201);
}

async function find(text: string, person = owner, companyId = company) {
  const { body } = await person.get(`/companies/${companyId}/search?text=${encodeURIComponent(text)}`);
  return body as Record<"projects" | "controls" | "evidence", { id: string; name: string; exhibit: string }[]>;
}
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

test("evidence is found by words in their order, by source and by number in any spelling", async () => {
  expect(names((await find("mfa report")).evidence)).toEqual(["MFA enforcement report"]);
  expect(names((await find("report mfa")).evidence)).toEqual([]);
  expect((await find("upload")).evidence.map(({ exhibit }) => exhibit)).toEqual([
    "EX-000003",
    "EX-000002",
    "EX-000001",
  ]);
  for (const spelled of ["2", "EX-000002", "ex-2"])
    expect(names((await find(spelled)).evidence)).toEqual(["Leaver checklist"]);
});

test("what is typed is text and never a pattern, and nothing finds nothing", async () => {
  expect(names((await find("100%")).evidence)).toEqual(["100% of backups"]);
  expect(names((await find("_FA")).evidence)).toEqual([]);
  expect(await find(" ")).toEqual({ projects: [], controls: [], evidence: [], records: [], policies: [] });
});

test("projects are found by name, controls by title, id and requirement, with the project they open in", async () => {
  const [project] = (await find("BRIDGE")).projects;
  expect(project).toMatchObject({ name: "Bridge letter", framework: "soc2" });
  for (const text of ["XC-01", "cc6.1"]) {
    const { controls } = await find(text);
    expect(controls.length, text).toBeGreaterThan(0);
    expect(controls[0]).toMatchObject({ projectId: project!.id });
  }
});

test("nobody finds what another company has, also where both have it", async () => {
  const other = await running.person("Otto");
  const elsewhere = await other.found("Elsewhere Ltd");
  await file(other, elsewhere, "MFA enforcement report");
  expect((await find("mfa report", other, elsewhere)).evidence).toHaveLength(1);
  expect(names((await find("leaver", other, elsewhere)).evidence)).toEqual([]);
  expect((await other.get(`/companies/${company}/search?text=leaver`)).body.code).toBe("not-found");
});

test("an old item is found by its trigrams, past the newest that are looked through", async () => {
  await running.database.admin.query(
    `INSERT INTO app.evidence SELECT company_id, gen_random_uuid(), 3 + n, ledger_index, 'Routine collection ' || n, type, source,
      collector, collected_at, valid_until, filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key, NULL
      FROM app.evidence, generate_series(1, 2500) n WHERE company_id = $1 AND number = 1`,
    [company],
  );
  expect(names((await find("checklist")).evidence)).toEqual(["Leaver checklist"]);
  expect((await find("routine")).evidence).toHaveLength(8);
});

test("records are found by name and number in the registers that one may read, and in no others", async () => {
  const viewer = await running.person("Vic");
  await addMember(running, company, viewer.id, "viewer");
  const add = async (register: string, fields: object) =>
    (await owner.post(`/companies/${company}/registers/${register}/records`, { fields })).body;
  const dan = { name: "Dan Reyes", kind: "employee", startsAt: "2026-01-05" };
  const left = await add("people", dan);
  await owner.post(`/companies/${company}/registers/people/records/${left.id}/end`, {
    reason: "Resigned",
    lastDay: new Date().toISOString().slice(0, 10),
  });
  const person = await add("people", dan);
  const screening = await add("screenings", { kind: "background", personId: person.id, completedOn: "2026-01-02" });
  const records = async (text: string, by = owner) =>
    (await by.get(`/companies/${company}/search?text=${encodeURIComponent(text)}`)).body.records;
  expect(await records("reyes", viewer)).toEqual([
    { id: person.id, register: "people", label: "People", number: "PER-2", title: "Dan Reyes", ended: false },
    { id: left.id, register: "people", label: "People", number: "PER-1", title: "Dan Reyes", ended: true },
  ]);
  expect(await records("per-2")).toMatchObject([{ id: person.id }]);
  expect(await records("SCR-1")).toMatchObject([{ id: screening.id, title: "Background check" }]);
  expect(await records("SCR-1", viewer)).toEqual([]);
  expect(await records("background", viewer)).toEqual([]);
});

test("policies are found by their title, those in force first, by every member and by nobody elsewhere", async () => {
  const add = async (title: string) =>
    (await owner.post(`/companies/${company}/policies`, { title, text: "# Text\n\nIt is so.\n" })).body;
  const inForce = await add("Clean desk 100%");
  const version = inForce.open.id;
  await owner.post(`/companies/${company}/policy-versions/${version}/review`, { revision: 1, quorum: 1 });
  await owner.post(`/companies/${company}/policy-versions/${version}/approvals`, { revision: 1 });
  const draft = await add("Clean screens");
  const viewer = await running.person("Vera");
  await addMember(running, company, viewer.id, "viewer");
  const policies = async (text: string, by = owner, of = company) =>
    (await by.get(`/companies/${of}/search?text=${encodeURIComponent(text)}`)).body.policies;
  expect(await policies("clean", viewer)).toEqual([
    { id: inForce.id, title: "Clean desk 100%", inForce: true },
    { id: draft.id, title: "Clean screens", inForce: false },
  ]);
  expect(await policies("0%")).toMatchObject([{ id: inForce.id }]);
  expect(await policies("_lean")).toEqual([]);
  const other = await running.person("Oona");
  expect(await policies("clean", other, await other.found("Cleaner Ltd"))).toEqual([]);
});
