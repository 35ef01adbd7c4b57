import mammoth from "mammoth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controls, requirementsOf } from "#catalog/index.ts";
import { printedDocuments } from "#catalog/printed/index.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, ada] = (await Promise.all(["Olga", "Ada"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found("Risks Ltd");
  await addMember(running, company, ada.id, "admin");
});
afterAll(() => running.close());

const at = (more: string) => `/companies/${company}/registers/${more}`;
const standing = (control: string, status: string, on: string) =>
  running.database.admin.query(
    `WITH s AS (INSERT INTO app.control_standings (company_id, control_id, status, reason, since, judged_at)
        VALUES ($1, $2, $3, 'Said so.', $4, $4)
        ON CONFLICT (company_id, control_id) DO UPDATE SET status = excluded.status, judged_at = excluded.judged_at RETURNING *)
      INSERT INTO app.control_changes (company_id, control_id, at, status, reason) SELECT $1, $2, $4, $3, 'Said so.' FROM s`,
    [company, control, status, on],
  );
/** The rows of the table of a document that has a column of this name, each as the texts of its cells. */
function rowsOf(html: string, column: string): string[][] {
  const plain = (cell: string) =>
    cell
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const tables = [...html.matchAll(/<table>[^]*?<\/table>/g)].map(([table]) =>
    [...table.matchAll(/<tr>[^]*?<\/tr>/g)].map(([line]) =>
      [...line.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => plain(cell!)),
    ),
  );
  return tables.find(([head]) => head?.includes(column)) ?? [];
}
const STATEMENT = "risk.statement-of-applicability";
const ratings = { title: "Phishing", likelihood: 4, impact: 5, lowersLikelihood: ["XC-08"], lowersImpact: ["XC-22"] };

test("what is left of a risk falls with each control that passes, rises when one fails, and says since when and why", async () => {
  await standing("XC-08", "passing", "2026-01-01T00:00:00Z");
  const { body: risk } = await olga.post(at("risks/records"), { fields: ratings });
  const read = async () => (await olga.get(at(`risks/records/${risk.id}`))).body;
  const fields = {
    subject: "Appetite",
    kind: "risk-appetite",
    reason: "Leadership",
    expiresOn: "2199-01-01",
    score: 15,
  };
  const { body: appetite } = await olga.post(at("approvals/records"), { fields });
  expect((await read()).fields).toMatchObject({
    inherent: "20 Very high (4 × 5)",
    residual: "15 High (3 × 5)",
    standing: "No appetite approved",
  });
  expect((await ada.post(at(`approvals/records/${appetite.id}/approval`), { version: 1 })).status).toBe(200);
  expect((await read()).fields.standing).toBe("Within 15");
  const above = async () => (await olga.get(at("risks/records?field=asks&equals=above"))).body;
  expect(await above()).toMatchObject({ total: 0, records: [] });
  const grid = async () => (await olga.get(at("risks/grid"))).body;
  expect(await grid()).toMatchObject({ cells: [{ up: 3, across: 5, count: 1 }], most: 15, unplaced: 0 });

  await running.database.admin.query("DELETE FROM app.jobs WHERE kind = 'registers' AND company_id = $1", [company]);
  await standing("XC-08", "failing", "2099-01-01T00:00:00Z");
  expect((await read()).fields).toMatchObject({ residual: "20 Very high (4 × 5)", standing: "Above 15" });
  expect(await grid()).toMatchObject({ cells: [{ up: 4, across: 5, count: 1 }] });
  expect(await above()).toMatchObject({ total: 1, records: [{ id: risk.id }] });
  const { rows: jobs } = await running.database.admin.query(
    "SELECT FROM app.jobs WHERE kind = 'registers' AND company_id = $1",
    [company],
  );
  expect(jobs).toHaveLength(1);
  const told = (await read()).overTime.map(({ value, because }: { value: string; because: string }) => [
    value,
    because,
  ]);
  expect(told).toEqual([
    ["20 Very high (4 × 5)", "XC-08 no longer passes"],
    ["15 High (3 × 5)", "The record changed"],
  ]);
  const csv = await (await olga.send("GET", at("risks/csv"))).response.text();
  expect(csv).toContain("20 Very high (4 × 5),20 Very high (4 × 5),Above 15");
  const refused = await olga.post(at("risks/records"), { fields: { ...ratings, residual: "1 Low (1 × 1)" } });
  expect(refused.body.message).toBe("Residual risk is computed by Exhibit.");
});

test("a snapshot says which controls passed, and which requirements of a framework in use apply", async () => {
  await olga.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" });
  // All that there is for physical access; XC-17 is among it.
  const physical = controls.filter((control) => requirementsOf(control, "soc2").includes("CC6.4"));
  expect(physical.map(({ id }) => id)).toContain("XC-17");
  for (const { id } of physical) await standing(id, "not applicable", "2026-01-02T00:00:00Z");
  running.setNow(new Date(Date.now() + 30_000));
  await olga.post(at("risks/records"), { fields: { title: "Fire" } });
  running.setNow(new Date(Date.now() + 60_000));
  // Nothing judges the controls anew before they are sealed as they stand here.
  await running.database.admin.query("DELETE FROM app.jobs WHERE kind = 'standings' AND company_id = $1", [company]);
  await running.app.runTasks();
  const { items } = (await olga.get(`/companies/${company}/evidence?source=Exhibit%20registers`)).body;
  const file = await olga.send("GET", `/companies/${company}/evidence/${items[0].id}/file`);
  const manifest = JSON.parse(await file.response.text()) as SnapshotManifest;
  expect(manifest.passingControls).toBeDefined();
  expect(manifest.scope?.owners).toEqual([]);
  const { rows } = await running.database.admin.query(
    `SELECT r.fields FROM app.snapshot_pages p, jsonb_to_recordset((p.content::jsonb) -> 'rows') r (fields jsonb)
      WHERE p.company_id = $1 AND p.register = 'applicability' AND p.sha256 = ANY ($2)`,
    [company, manifest.registers.flatMap(({ pages }) => pages)],
  );
  const said = new Map(rows.map(({ fields }) => [fields.requirement as string, fields]));
  expect(said.get("CC6.4")).toMatchObject({
    framework: expect.stringMatching(/^SOC 2/) as unknown,
    applies: expect.stringMatching(/^(Yes|No)$/) as unknown,
  });
  expect(said.size).toBeGreaterThan(30);
  expect([...said.values()].every(({ title, controls, reason }) => title && controls && reason)).toBe(true);

  // Printed, the statement says of each requirement what was sealed, in its row.
  const printed = await olga.send("GET", `/companies/${company}/printed-documents/${STATEMENT}/file?format=docx`);
  expect(printed.status).toBe(200);
  const buffer = Buffer.from(await printed.response.arrayBuffer());
  const table = rowsOf((await mammoth.convertToHtml({ buffer })).value, "Requirement");
  expect(table[0]).toEqual(["Framework", "Requirement", "Title", "Applies", "Controls", "Reason"]);
  const sealed = rows.map(({ fields }) =>
    ["framework", "requirement", "title", "applies", "controls", "reason"].map((field) => fields[field]),
  );
  expect(table.slice(1)).toEqual(sealed);
  const answers = new Set(table.slice(1).map((cells) => cells[3]));
  expect(answers).toEqual(new Set(["Yes", "No", "Not decided"]));
  const [, requirement, title, ...rest] = table.find((cells) => cells[3] === "No")!;
  expect([requirement, title]).toEqual(["CC6.4", said.get("CC6.4").title]);
  expect(rest).toEqual(["No", expect.stringContaining("XC-17 not applicable"), "Said so."]);
});

test("no document is submitted from an exhibit that is older than what it is printed from", async () => {
  const submit = (document: string) => olga.post(`/companies/${company}/printed-documents/${document}/submission`, {});
  for (const { document } of printedDocuments) expect((await submit(document)).status, document).toBeLessThan(500);
  expect((await submit(STATEMENT)).body.code).not.toBe("document-not-sealed");
  await running.database.admin.query(
    `INSERT INTO app.control_changes (company_id, control_id, at, status, reason, was)
      VALUES ($1, 'XC-17', '2199-01-01', 'passing', 'Said so.', 'not applicable')`,
    [company],
  );
  expect((await submit(STATEMENT)).body.code).toBe("document-not-sealed");
});
