import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { asCaller } from "../db/as-caller.ts";
import { installedConnectors } from "./connectors.ts";
import { readSettingsSet } from "./who-set.ts";

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;
let jira: string;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;

const save = async (person: Person, settings: object) => {
  const saved = await person.post(`/companies/${company}/connections/${jira}/settings`, { settings });
  expect(saved.status).toBe(200);
};
/** What a run of this connection seals, and what somebody else reads by the same way. */
const sealed = (as = jira) =>
  asCaller(running.database.databases.user, { userId: as, companyId: company }, (tx) => readSettingsSet(tx));

beforeAll(async () => {
  running = await runApp({ connectors: installedConnectors(() => true) });
  [olga, ada] = (await Promise.all(["Olga", "Ada"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found(`Settings ${randomUUID()}`);
  await addMember(running, company, ada.id, "admin");
  const [row] = await admin(
    `INSERT INTO app.connections (company_id, provider, method, state, account_id, account_label, source, created_by, connected_at)
      VALUES ($1, 'jira', 'token', 'paused', 'acme', 'acme', 'Jira (acme)', $2, now()) RETURNING id`,
    [company, olga.id],
  );
  jira = row.id;
});
afterAll(() => running.close());

test("who set a JQL, and on which day, is kept for each setting, and saving it again changes nobody's", async () => {
  expect(await sealed()).toEqual([]);
  running.setNow(new Date("2026-11-20T10:00:00Z"));
  await save(olga, { changeJql: "project = CHG" });
  running.setNow(new Date("2026-11-21T10:00:00Z"));
  await save(ada, { changeJql: "project = CHG", approvalStatuses: ["Approved"] });
  expect(await sealed()).toEqual([
    { setting: "approvalStatuses", by: "Ada Example", on: "2026-11-21" },
    { setting: "changeJql", by: "Olga Example", on: "2026-11-20" },
  ]);
  await save(ada, { changeJql: "project = OPS", approvalStatuses: ["Approved"] });
  expect(await sealed()).toContainEqual({ setting: "changeJql", by: "Ada Example", on: "2026-11-21" });
  expect(await sealed(olga.id)).toEqual([]);
});
