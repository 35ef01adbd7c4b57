import { afterAll, beforeAll, expect, test } from "vitest";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;
let owner: string;

beforeAll(async () => {
  running = await runApp();
  [olga, ada] = (await Promise.all(["Olga", "Ada"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found("Another Ltd");
  owner = (await add(olga, "people", { name: "Olga", email: olga.email, kind: "employee", startsAt: "2026-01-01" })).id;
});
afterAll(() => running.close());

const at = (register: string, more = "") => `/companies/${company}/registers/${register}${more}`;
const add = async (person: Person, register: string, fields: object) =>
  (await person.post(at(register, "/records"), { fields })).body;
const approve = (person: Person, register: string, id: string, version: number) =>
  person.post(at(register, `/records/${id}/approval`), { version });
const change = async (person: Person, register: string, id: string, version: number, fields: object) =>
  (
    await person.send("PATCH", at(register, `/records/${id}`), JSON.stringify({ version, fields }), {
      "content-type": "application/json",
    })
  ).body;
const join = () => addMember(running, company, ada.id, "admin");
/** A record as the newest snapshot has it. */
async function sealed(register: string, id: string): Promise<SnapshotRow | undefined> {
  running.setNow(new Date(Date.now() + 60_000 * ++minutes));
  await running.app.runTasks();
  const { rows } = await running.database.admin.query<{ content: string }>(
    `SELECT p.content FROM app.register_runs r JOIN app.snapshot_pages p ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages)
      WHERE r.company_id = $1 AND p.register = $2 AND r.ledger_index = (SELECT max(x.ledger_index) FROM app.register_runs x WHERE x.company_id = $1)`,
    [company, register],
  );
  return rows.flatMap(({ content }) => (JSON.parse(content) as SnapshotPage).rows).find((row) => row.id === id);
}
let minutes = 0;

test("what a lone person approved a second one approves once they are there, and an end as well", async () => {
  const { id } = await add(olga, "sites", { name: "Main", address: "1 Main St", holds: "none" });
  const gone = await add(olga, "sites", { name: "Old", address: "2 Main St", holds: "none" });
  const first = (await approve(olga, "sites", id, 1)).body;
  expect(first).toMatchObject({ state: "open", approval: { alone: true }, mayApprove: false });
  await approve(olga, "sites", gone.id, 1);
  const ended = await olga.post(at("sites", `/records/${gone.id}/end`), { reason: "Closed" });
  expect(ended.body.ended.approval).toMatchObject({ alone: true });
  await join();
  expect((await olga.get(at("sites", `/records/${id}`))).body.mayApprove).toBe(false);
  expect((await approve(olga, "sites", id, first.version)).body.code).toBe("record-not-waiting");
  expect((await ada.get(at("sites", `/records/${id}`))).body.mayApprove).toBe(true);
  const second = (await approve(ada, "sites", id, first.version)).body;
  expect(second).toMatchObject({ state: "open", approval: { by: { name: "Ada Example" }, alone: false } });
  expect((await approve(ada, "sites", id, second.version)).body.code).toBe("record-not-waiting");
  const end = (await approve(ada, "sites", gone.id, ended.body.version)).body;
  expect(end.ended.approval).toMatchObject({ by: { name: "Ada Example" }, alone: false });
  const { rows } = await running.database.admin.query(
    "SELECT kind FROM app.record_changes WHERE company_id = $1 AND record_id = $2 ORDER BY version",
    [company, id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["added", "approved", "approved"]);
  expect(await sealed("sites", id)).toMatchObject({ approval: { another: true } });
});

test("who said that a risk is accepted is nobody else to its acceptance", async () => {
  const risk = await add(ada, "risks", { title: "Phishing", likelihood: 4, impact: 4 });
  await change(ada, "risks", risk.id, 1, { treatment: "accept" });
  const acceptance = { kind: "risk-acceptance", riskId: risk.id, score: 16, reason: "Small", expiresOn: "2199-01-01" };
  const proposed = await add(olga, "approvals", { ...acceptance, subject: "Phishing" });
  expect((await approve(ada, "approvals", proposed.id, 1)).body.code).toBe("record-own-approval");
  const other = await add(ada, "approvals", { ...acceptance, subject: "Phishing, again" });
  expect((await approve(olga, "approvals", other.id, 1)).status).toBe(200);
  expect(await sealed("approvals", other.id)).toMatchObject({ approval: { another: true } });
  // Whoever approved it accepts the risk themselves afterwards.
  await change(olga, "risks", risk.id, 2, { treatment: "reduce" });
  await change(olga, "risks", risk.id, 3, { treatment: "accept" });
  await change(olga, "risks", risk.id, 4, { plan: "None" });
  expect(await sealed("approvals", other.id)).toMatchObject({ approval: { another: false } });
});

test("a snapshot says how the day of an action was moved, and whether by its owner", async () => {
  const action = await add(olga, "actions", { title: "Fix", source: "other", ownerId: owner, dueOn: "2026-12-01" });
  await change(olga, "actions", action.id, 1, { dueOn: "2026-12-20" });
  await change(ada, "actions", action.id, 2, { dueOn: "2027-01-10" });
  expect((await sealed("actions", action.id))?.moved).toEqual([
    { from: "2026-12-01", to: "2026-12-20", at: expect.any(String) as string, another: false },
    { from: "2026-12-20", to: "2027-01-10", at: expect.any(String) as string, another: true },
  ]);
});
