import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyTables, rowsOfCompany } from "#tests/support/company-rows.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { exportedTables, keptBack } from "./records.ts";

const DAY = 24 * 60 * 60_000;
let running: RunningApp;
let ana: Person;
beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());

const tables = () => companyTables(running.database.admin);
const rowsOf = (company: string) => rowsOfCompany(running.database.admin, company);
const blobs = async () => {
  const names = await readdir(path.join(running.folder, "us"), { recursive: true, withFileTypes: true });
  // That a company was erased is remembered, and nothing else of it.
  const files = names.filter((entry) => entry.isFile() && path.basename(entry.parentPath) !== "erased");
  return files.map(({ name }) => name);
};
async function firm(name: string): Promise<string> {
  const company = await ana.found(name);
  await ana.post(`/companies/${company}/projects`, { name: "First", framework: "soc2" });
  const query = new URLSearchParams({ name: "Policy", fileName: "p.txt", type: "Policy", controls: "XC-01" });
  await ana.upload(`/companies/${company}/evidence?${query}`, `policy of ${name}`);
  await ana.post(`/companies/${company}/invitations`, { email: `ben@${company}.example`, role: "member" });
  await running.app.runTasks();
  return company;
}

test("a company is erased 30 days after its owner asked, from every table and store, and no other is touched", async () => {
  const kept = await firm("Kept LLP");
  const before = await rowsOf(kept);
  const blobsOfKept = await blobs();
  const gone = await firm("Gone LLP");
  const fields = { name: "Dan", kind: "employee", startsAt: "2024-01-01" };
  const { id: dan } = (await ana.post(`/companies/${gone}/registers/people/records`, { fields })).body;
  const ask = (name: string) => ana.post(`/companies/${gone}/deletion`, { name });
  expect((await ask("Kept LLP")).body.code).toBe("name-differs");
  expect((await ask("Gone LLP")).body.deletionDueAt).toBeTypeOf("string");
  expect((await ask("Gone LLP")).body.code).toBe("deletion-asked");

  running.setNow(new Date(Date.now() + 29 * DAY));
  await running.app.runTasks();
  expect((await ana.get(`/companies/${gone}/overview`)).status).toBe(200);

  running.setNow(undefined);
  // Its time comes without the clock: mails of a month ago are forgotten.
  const { rows: due } = await running.database.admin.query(
    `UPDATE app.companies SET deletion_due_at = deletion_due_at - interval '30 days' WHERE id = $1
      RETURNING deletion_due_at BETWEEN now() - interval '1 minute' AND now() AS comes`,
    [gone],
  );
  expect(due).toEqual([{ comes: true }]);
  // What is kept of people follows what is written of them, but not out of a company that is erased.
  await running.database.admin.query(
    "INSERT INTO app.first_days (company_id, person_id, starts_at, added_at) VALUES ($1, $2, '2020-01-01', '2020-01-02')",
    [gone, dan],
  );
  await running.app.runTasks();
  await running.app.runTasks();
  expect((await ana.get(`/companies/${gone}/overview`)).status).toBe(404);
  expect(await rowsOf(gone)).toEqual({});
  const { rows } = await running.database.admin.query("SELECT FROM app.companies WHERE id = $1", [gone]);
  expect(rows).toHaveLength(0);
  expect(await rowsOf(kept)).toEqual(before);
  expect((await blobs()).sort()).toEqual(blobsOfKept.sort());
  const subjects = running.mails.filter((mail) => mail.to === ana.email).map((mail) => mail.subject);
  expect(subjects).toContain("Gone LLP will be deleted");
  expect(subjects).toContain("Gone LLP was deleted");
});

test("a company is kept after all when its owner says so in time", async () => {
  const company = await firm("Undecided LLP");
  await ana.post(`/companies/${company}/deletion`, { name: "Undecided LLP" });
  const keep = () => ana.send("DELETE", `/companies/${company}/deletion`);
  expect((await keep()).body.deletionDueAt).toBeNull();
  expect((await keep()).body.code).toBe("deletion-not-asked");
  running.setNow(new Date(Date.now() + 31 * DAY));
  await running.app.runTasks();
  running.setNow(undefined);
  expect((await ana.get(`/companies/${company}/overview`)).status).toBe(200);
});

test("what closed a company and was killed before it erased it goes on with the next run", async () => {
  const company = await firm("Interrupted LLP");
  await ana.post(`/companies/${company}/deletion`, { name: "Interrupted LLP" });
  const later = new Date(Date.now() + 31 * DAY);
  await running.database.admin.query("SELECT app.close_company($1, $2)", [company, later]);
  expect(Object.keys(await rowsOf(company))).not.toEqual(
    expect.arrayContaining(["app.company_keys", "app.evidence_seals", "app.company_members"]),
  );
  running.setNow(later);
  await running.app.runTasks();
  running.setNow(undefined);
  expect(await rowsOf(company)).toEqual({});
});

test("not even the role that erases deletes a row of a company that nobody deleted", async () => {
  const company = await firm("Alive LLP");
  const client = await running.database.admin.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE app_definer");
    await expect(client.query("DELETE FROM app.evidence_controls WHERE company_id = $1", [company])).rejects.toThrow(
      "append-only",
    );
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("the records of a company are exported whole by whoever manages it, and every table is in them or kept back for a reason", async () => {
  const company = await firm("Exported LLP");
  const answer = await ana.get(`/companies/${company}/records`);
  expect(answer.response.headers.get("content-disposition")).toMatch(/exported-llp-[0-9a-f]{10}-records\.json/);
  const { tables: exported } = answer.body;
  expect(Object.keys(exported).map((name) => `app.${name}`)).toEqual([...exportedTables]);
  expect(exported.companies).toHaveLength(1);
  const counts = await rowsOf(company);
  for (const name of exportedTables.slice(1))
    expect([name, exported[name.replace("app.", "")].length]).toEqual([name, counts[name] ?? 0]);
  expect(
    [...exportedTables.slice(1), ...Object.keys(keptBack)].sort(),
    "belongs in exportedTables or keptBack, src/server/companies/records.ts",
  ).toEqual(await tables());
});

test("records of more than one page have every row once", async () => {
  const company = await firm("Long LLP");
  await running.database.admin.query(
    `INSERT INTO app.feature_flags (key, description, enabled, position) SELECT 'sample-' || n, '', false, n FROM generate_series(1, 2500) n`,
  );
  await running.database.admin.query(
    "INSERT INTO app.feature_overrides (company_id, key, enabled) SELECT $1, key, true FROM app.feature_flags WHERE key LIKE 'sample-%'",
    [company],
  );
  const { feature_overrides: rows } = (await ana.get(`/companies/${company}/records`)).body.tables;
  expect(new Set(rows.map(({ key }: { key: string }) => key)).size).toBe(2_500);
  expect(rows).toHaveLength(2_500);
});
