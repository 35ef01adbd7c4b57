import { afterAll, beforeAll, expect, test } from "vitest";
import { controls } from "#catalog/index.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { readProgramScope } from "./program-scope.ts";

let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Scope Ltd");
});
afterAll(() => running.close());

test("a snapshot says which systems and controls are in scope, and whose a control is by their record of People", async () => {
  const { body: cloud } = await olga.post(`/companies/${company}/systems`, { name: "AWS", kinds: ["cloud", "data"] });
  const plan = (control: string) =>
    olga.post(`/companies/${company}/controls/${control}/plan`, { ownerId: olga.id, dueOn: null });
  expect((await plan("XC-02")).status).toBe(200);
  const scope = (companyId = company) =>
    asCaller(running.database.databases.user, { userId: companyId, companyId }, (tx) =>
      readProgramScope(tx, companyId, new Date()),
    );
  expect(await scope()).toEqual({
    systems: [{ systemId: cloud.id, name: "AWS", kinds: ["cloud", "data"] }],
    unanswered: systemKindKeys.filter((kind) => kind !== "cloud" && kind !== "data"),
    controls: controls.map(({ id }) => id),
    owners: [{ control: "XC-02", personId: null, from: expect.any(String), until: null }],
  });
  const fields = { name: "Olga", email: olga.email.toUpperCase(), kind: "partner", startsAt: "2026-01-01" };
  const { body: person } = await olga.post(`/companies/${company}/registers/people/records`, { fields });
  expect((await scope()).owners).toMatchObject([{ control: "XC-02", personId: person.id }]);
  await running.database.admin.query(
    `INSERT INTO app.control_standings (company_id, control_id, status, reason, since, judged_at)
      VALUES ($1, 'XC-05', 'not applicable', 'No such thing.', now(), now())
      ON CONFLICT (company_id, control_id) DO UPDATE SET status = excluded.status`,
    [company],
  );
  expect((await scope()).controls).toHaveLength(controls.length - 1);
  // Nobody who is not the company itself reads whose account an owner has.
  const other = await asCaller(running.database.databases.user, { userId: olga.id, companyId: company }, (tx) =>
    readProgramScope(tx, company, new Date()),
  );
  expect(other.owners).toEqual([]);
});
