import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawSample } from "#domain/sample.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let olga: Person;
let vera: Person;
let company: string;
let project: string;
let clock: Date;
let ada: string;
let report: { id: string; exhibit: string };

const at = (more: string) => `/companies/${company}${more}`;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
async function add(register: string, fields: Record<string, unknown>) {
  const { status, body } = await olga.post(at(`/registers/${register}/records`), { fields });
  expect([status, status === 200 ? "" : body.message]).toEqual([200, ""]);
  return body;
}
const confirm = (register: string, count: number) => olga.post(at(`/registers/${register}/confirmation`), { count });
async function seal(seconds = 20): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const newest = async (person = vera) => (await person.get(at("/audit/registers"))).body;
const records = (register: string, evidenceId: string, more = "", person = vera) =>
  person.get(at(`/audit/registers/${register}/records?evidenceId=${evidenceId}${more}`));

beforeAll(async () => {
  running = await runApp();
  clock = new Date();
  olga = await running.person("Olga");
  vera = await running.person("Vera");
  company = await olga.found("Calder and Finch");
  project = (await olga.post(at("/projects"), { name: "SOC 2", framework: "soc2" })).body.id;
  const invited = await olga.post(at("/auditors/invitations"), {
    email: vera.email,
    projects: [project],
    endsOn: day(30),
  });
  await vera.post("/invitations/accept", { token: new URL(invited.body.link).searchParams.get("token") });
  const query = new URLSearchParams({ name: "Report", fileName: "r.txt", type: "Report", controls: "XC-05" });
  report = (await olga.upload(at(`/evidence?${query}`), "a report")).body;
  const person = { kind: "employee", startsAt: clock.toISOString() };
  ada = (await add("people", { ...person, name: "Ada Lin", email: "ada@firm.example" })).id;
  await add("people", { ...person, name: "Bo Park", email: "bo@firm.example", kind: "partner" });
  for (const name of ["Northwind Mail", "Harbor Hosting", "Quill Scans"])
    await add("vendors", { name, service: "Mail", rating: "high", data: ["client"], hosting: "yes", ownerId: ada });
  await add("assurances", {
    title: "SOC 2 report of Northwind",
    vendorId: (await olga.get(at("/registers/vendors/records"))).body.records[0].id,
    kind: "soc2",
    datedOn: "2026-01-31",
    report: report.exhibit,
  });
  await add("screenings", { personId: ada, kind: "identity", completedOn: "2026-01-05", test: "Seen in person" });
  await confirm("vendors", 3);
  await confirm("people", 2);
  await seal();
});
afterAll(() => running.close());

test("an auditor is shown registers that decide nothing yet, and reads their records with what is confidential withheld", async () => {
  const { evidenceId, registers } = await newest();
  const bare = registers.filter(({ answers }: { answers: unknown[] }) => answers.length === 0);
  expect(bare.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(["signed-terms", "roles"]));
  expect(registers.map(({ key }: { key: string }) => key)).not.toContain("screenings");
  for (const { key, withheldFields } of bare) {
    const { status, body } = await records(key, evidenceId);
    const withheld = body.register?.fields.filter((field: { withheld: boolean }) => field.withheld).length;
    expect([key, status, withheld]).toEqual([key, 200, withheldFields]);
  }
});

test("an auditor reads the registers that checks rest on as they were sealed, with exhibit, time and confirmation", async () => {
  const snapshot = await newest();
  expect(snapshot).toMatchObject({ exhibit: expect.stringMatching(/^EX-\d{6}$/), sealedAt: clock.toISOString() });
  const vendors = snapshot.registers.find(({ key }: { key: string }) => key === "vendors");
  expect(vendors).toMatchObject({ current: 3, ended: 0, withheldFields: 0, confirmation: { count: 3 } });
  expect(vendors.answers.map(({ id }: { id: string }) => id)).toContain("vendors.reviewed-within-year");
  const { body } = await records("vendors", snapshot.evidenceId);
  expect(body).toMatchObject({ total: 3, register: { exhibit: snapshot.exhibit, sealedAt: snapshot.sealedAt } });
  expect(body.records[0]).toMatchObject({ number: "VEN-1", state: "open", withheld: 0 });
  const [first] = body.records;
  expect(first.values).toContainEqual({ field: "name", text: "Northwind Mail", exhibits: [] });
  expect(first.values).toContainEqual({ field: "ownerId", text: "PER-1", exhibits: [] });
});

test("what a record cites leads to its exhibit", async () => {
  const { evidenceId } = await newest();
  const { body } = await records("assurances", evidenceId);
  const cited = body.records.flatMap(({ values }: { values: { exhibits: unknown[] }[] }) =>
    values.flatMap(({ exhibits }) => exhibits),
  );
  expect(cited).toContainEqual({ exhibit: report.exhibit, withdrawn: false });
});

test("personal and confidential values are withheld and counted, and nothing finds a record by them", async () => {
  const { evidenceId, registers } = await newest();
  expect(registers.find(({ key }: { key: string }) => key === "people")).toMatchObject({ withheldFields: 6 });
  const { body } = await records("people", evidenceId);
  expect(body.records).toMatchObject([
    { number: "PER-1", withheld: 2 },
    { number: "PER-2", withheld: 2 },
  ]);
  const said = JSON.stringify(body);
  for (const secret of ["Ada", "firm.example", "sha256"]) expect(said).not.toContain(secret);
  expect((await records("people", evidenceId, "&search=ada")).body.total).toBe(0);
  expect((await records("people", evidenceId, "&search=partner")).body.records).toMatchObject([{ number: "PER-2" }]);
  expect((await records("people", evidenceId, "&limit=1")).body).toMatchObject({ total: 2, next: 1 });
  expect((await records("people", evidenceId, "&limit=1&after=1")).body.records).toMatchObject([{ number: "PER-2" }]);
});

test("screenings and lists that are no register are there for no auditor", async () => {
  const { evidenceId, registers } = await newest();
  expect(registers.map(({ key }: { key: string }) => key)).not.toContain("screenings");
  for (const key of ["screenings", "sealed-screenings", "policies", "system-names", "unknown"])
    expect((await records(key, evidenceId)).status, key).toBe(404);
});

test("a sample of records is drawn from the exhibit's numbers, recorded, and drawn again by anyone from its seed", async () => {
  const { evidenceId, exhibit } = await newest();
  const drawn = await vera.post(at("/audit/registers/vendors/samples"), {
    projectId: project,
    evidenceId,
    size: 2,
    seed: "2026",
  });
  expect(drawn.status).toBe(200);
  const { body } = await vera.get(at(`/audit/samples/${drawn.body.id}`));
  expect(body.sample).toMatchObject({
    population: 3,
    size: 2,
    control: null,
    register: { key: "vendors", label: "Vendors", exhibit, state: "all" },
  });
  const sha256 = (text: Uint8Array) => createHash("sha256").update(text).digest();
  const again = drawSample(sha256, { seed: "2026", population: [1, 2, 3], size: 2 });
  expect(body.records.rows.map(({ number }: { number: string }) => Number(number.slice(4)))).toEqual(again);
  expect((await olga.get(at(`/audit/samples/${drawn.body.id}`))).body.records.rows).toHaveLength(2);
  const none = await vera.post(at("/audit/registers/vendors/samples"), {
    projectId: project,
    evidenceId,
    size: 2,
    state: "ended",
  });
  expect(none.body).toMatchObject({
    code: "nothing-to-sample",
    message: "This register has no such records in this exhibit.",
  });
  for (const [register, project_] of [
    ["screenings", project],
    ["vendors", company],
  ])
    expect(
      (await vera.post(at(`/audit/registers/${register}/samples`), { projectId: project_, evidenceId, size: 1 }))
        .status,
    ).toBe(404);
  expect(
    (await olga.post(at("/audit/registers/vendors/samples"), { projectId: project, evidenceId, size: 1 })).status,
  ).toBe(403);
  const { entries } = (await olga.get(at("/activity?kind=audit"))).body;
  const sentences = entries.map(({ sentence }: { sentence: string }) => sentence);
  expect(sentences).toContain(`drew, as an auditor, a sample of 2 from Vendors in ${exhibit}`);
  expect(sentences).toContain(`viewed, as an auditor, Vendors in ${exhibit}`);
});

test("the database shows an auditor the pages of the exhibit that they look at, and no others", async () => {
  const { evidenceId } = await newest();
  const read = async (exhibit: string | null, userId = vera.id) => {
    const client = await running.database.admin.connect();
    try {
      await client.query("BEGIN");
      await client.query("SET LOCAL ROLE app_auditor");
      await client.query(
        "SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true), set_config('app.audited_exhibit', $3, true)",
        [userId, company, exhibit ?? ""],
      );
      const { rows } = await client.query("SELECT DISTINCT register FROM app.snapshot_pages ORDER BY register");
      return rows.map(({ register }) => register);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };
  expect(await read(null)).toEqual([]);
  expect(await read(report.id)).toEqual([]);
  expect(await read(evidenceId, (await running.person("Sam")).id)).toEqual([]);
  const seen = await read(evidenceId);
  expect(seen).toEqual(expect.arrayContaining(["people", "vendors"]));
  expect(seen.filter((key) => key.includes("screenings"))).toEqual([]);
});

test("an exhibit stays as it was sealed, is found by its day, and is gone once it is withdrawn", async () => {
  const before = await newest();
  await olga.post(
    at(`/registers/vendors/records/${(await olga.get(at("/registers/vendors/records"))).body.records[0].id}/end`),
    {
      reason: "Replaced",
    },
  );
  await seal(86_400);
  const after = await newest();
  expect(after.exhibit).not.toBe(before.exhibit);
  expect((await records("vendors", before.evidenceId, "&state=open")).body.total).toBe(3);
  expect((await records("vendors", after.evidenceId, "&state=open")).body.total).toBe(2);
  const then = (await vera.get(at(`/audit/registers?on=${before.sealedAt.slice(0, 10)}`))).body;
  expect(then.exhibit).toBe(before.exhibit);
  expect((await vera.get(at("/audit/registers?on=2020-01-01"))).body).toBeNull();
  await olga.post(at(`/evidence/${before.evidenceId}/withdrawal`), { reason: "A mistake" });
  expect((await records("vendors", before.evidenceId)).status).toBe(404);
  expect((await vera.get(at(`/audit/registers?evidenceId=${before.evidenceId}`))).status).toBe(404);
  const [sample] = (await vera.get(at("/audit/samples"))).body;
  expect(sample.register.exhibit).toBe(before.exhibit);
  expect((await vera.get(at(`/audit/samples/${sample.id}`))).body).toMatchObject({
    records: null,
    gone: [{ exhibit: before.exhibit, withdrawn: { reason: "A mistake" } }],
  });
});

test("an auditor whose access was ended reads no register and no sample from the same moment", async () => {
  const { evidenceId } = await newest();
  const [auditor] = (await olga.get(at("/auditors"))).body;
  await olga.send("DELETE", at(`/auditors/${auditor.id}`));
  for (const path of [
    "/audit/registers",
    `/audit/registers/vendors/records?evidenceId=${evidenceId}`,
    "/audit/samples",
  ])
    expect((await vera.get(at(path))).status, path).toBe(404);
  const sampled = await vera.post(at("/audit/registers/vendors/samples"), { projectId: project, evidenceId, size: 1 });
  expect(sampled.status).toBe(404);
  expect(await admin("SELECT count(*)::integer AS n FROM app.audit_samples WHERE register IS NOT NULL")).toEqual([
    { n: 1 },
  ]);
});
