import { afterAll, beforeAll, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { holdVersion } from "../policies/policy-rows.ts";
import { holdRecord } from "./record-rows.ts";

// Acknowledgments, completions and links refer to people and versions: whoever edits one of these keeps nobody from adding to it.

let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Held Ltd");
});
afterAll(() => running.close());

/** Whether a row that refers to this one could be added meanwhile. */
const mayBeReferredTo = async (table: string, id: string) =>
  await running.database.admin
    .query(`SELECT FROM ${table} WHERE company_id = $1 AND id = $2 FOR KEY SHARE NOWAIT`, [company, id])
    .then(() => true)
    .catch(() => false);

test("a person or a policy that is held by an edit can be referred to all the while, and held by nobody else", async () => {
  const fields = { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" };
  const { id } = (await olga.post(`/companies/${company}/registers/people/records`, { fields })).body;
  const people = registers.find(({ key }) => key === "people")!;
  const written = await olga.post(`/companies/${company}/policies`, {
    documentId: null,
    title: "Ours",
    text: "# Ours\n\nWe are kind.\n",
  });
  expect([200, 201]).toContain(written.status);
  const [version] = (
    await running.database.admin.query("SELECT id FROM app.policy_versions WHERE company_id = $1", [company])
  ).rows;
  const caller = { userId: olga.id, companyId: company };
  await asCaller(running.database.databases.user, caller, async (tx) => {
    await holdRecord(tx, { companyId: company }, people, id);
    await holdVersion(tx, company, version.id);
    expect([
      await mayBeReferredTo("app.records", id),
      await mayBeReferredTo("app.policy_versions", version.id),
    ]).toEqual([true, true]);
    await expect(
      running.database.admin.query("SELECT FROM app.records WHERE id = $1 FOR NO KEY UPDATE NOWAIT", [id]),
    ).rejects.toThrow("could not obtain lock");
  });
});
