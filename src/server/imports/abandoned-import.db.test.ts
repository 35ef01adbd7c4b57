import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { quickPerson } from "#tests/support/quick-person.ts";
import { sarifReport } from "#tests/support/reports.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let owner: Person;
let company: string;

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olive");
  company = await owner.found("Abandoned Imports");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

/** A new member who has imported a report that waits to be read. */
async function importer(name: string, role = "member") {
  const person = await quickPerson(running, name);
  await addMember(running, company, person.id, role);
  const begun = await person.upload(`/companies/${company}/imports?fileName=${name}.sarif`, Buffer.from(sarifReport()));
  expect(begun.status).toBe(201);
  return { person, id: begun.body.id as string };
}

/** How the owner sees an import after waiting imports were looked at. */
async function seen(id: string) {
  await running.app.runTasks();
  return (await owner.get(`/companies/${company}/imports/${id}`)).body.progress;
}

describe("an import whose requester can no longer add evidence", () => {
  test.each([
    ["was removed", "DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2"],
    ["was suspended", "UPDATE app.company_members SET status = 'suspended' WHERE company_id = $1 AND user_id = $2"],
    ["only reads now", "UPDATE app.company_members SET role = 'viewer' WHERE company_id = $1 AND user_id = $2"],
  ])("ends with a sentence when they were: %s", async (why, end) => {
    const { person, id } = await importer(`importer-${why.replaceAll(" ", "-")}`);
    await admin(end, [company, person.id]);
    expect(await seen(id)).toMatchObject({
      state: "failed",
      failure: { code: "import-abandoned", message: failures["import-abandoned"].message },
    });
    const { rows } = await admin(
      "SELECT event, actor_id, details FROM app.ledger_acts WHERE company_id = $1 ORDER BY seq DESC LIMIT 1",
      [company],
    );
    expect(rows).toMatchObject([{ event: "import.failed", details: expect.stringContaining("import-abandoned") }]);
    // It is told once, and waits no longer.
    expect((await admin("SELECT FROM app.jobs WHERE kind = 'imports' AND key = $1", [id])).rowCount).toBe(0);
  });

  test("ends when their account was disabled", async () => {
    const { person, id } = await importer("importer-disabled");
    await admin("INSERT INTO app.account_bounds (user_id, platform_role, disabled_at) VALUES ($1, 'manager', now())", [
      person.id,
    ]);
    expect(await seen(id)).toMatchObject({ state: "failed", failure: { code: "import-abandoned" } });
  });

  test("its entry in the ledger is one that anybody can verify", async () => {
    const { person, id } = await importer("importer-verified");
    await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2", [company, person.id]);
    expect(await seen(id)).toMatchObject({ state: "failed" });
    const { rows } = await admin(
      `SELECT a.details, encode(app.hmac_sha256(a.salt, convert_to(a.details, 'UTF8')), 'base64') AS commitment, e.entry
       FROM app.ledger_acts a JOIN app.ledger_entries e USING (company_id, seq) WHERE a.company_id = $1 ORDER BY a.seq DESC LIMIT 1`,
      [company],
    );
    const { details, commitment, entry } = rows[0] as { details: string; commitment: string; entry: string };
    expect(JSON.parse(entry)).toMatchObject({ c: commitment, t: "import.failed" });
    expect(Object.keys(JSON.parse(details) as object)).toEqual(["by", "event", "failure", "subject"]);
  });
});

describe("an import goes on", () => {
  test("while the person who asked for it may add evidence", async () => {
    const { id } = await importer("importer-present");
    expect(await seen(id)).toMatchObject({ state: "done" });
  });

  test("in a company that asks for a second factor", async () => {
    const { id } = await importer("importer-strict");
    await admin("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [company]);
    await running.app.runTasks();
    await admin("UPDATE app.companies SET second_factor_required = false WHERE id = $1", [company]);
    expect((await owner.get(`/companies/${company}/imports/${id}`)).body.progress).toMatchObject({ state: "done" });
  });
});
