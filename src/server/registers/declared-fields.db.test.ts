import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// Whatever a register declares of its fields the database holds, too, whoever writes. A register of this test's own, so that it says so of
// every kind of field.

let running: RunningApp;
let olga: Person;
let company: string;
let elsewhere: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Fields Ltd");
  elsewhere = await olga.found("Elsewhere Ltd");
  const { admin } = running.database;
  await admin.query(`INSERT INTO app.registers (key, read_roles, write_roles, confirm_roles, confirmed_for_days)
    VALUES ('llamas', '{owner}', '{owner}', '{owner}', 92), ('farms', '{owner}', '{owner}', '{owner}', 92)`);
  await admin.query(`INSERT INTO app.register_fields (register, field, type, item, choices, required, origin, target, least, most, past, not_before)
    VALUES ('farms', 'name', 'text', NULL, NULL, true, 'stated', NULL, NULL, NULL, false, NULL),
      ('llamas', 'farmId', 'record', NULL, NULL, false, 'stated', 'farms', NULL, NULL, false, NULL),
      ('llamas', 'farms', 'list', 'record', NULL, false, 'stated', 'farms', NULL, NULL, false, NULL),
      ('llamas', 'colors', 'list', 'choice', '{white,brown}', false, 'stated', NULL, NULL, NULL, false, NULL),
      ('llamas', 'friends', 'list', 'text', NULL, false, 'stated', NULL, 2, NULL, false, NULL),
      ('llamas', 'temper', 'scale', NULL, '{1,2,3}', false, 'stated', NULL, NULL, NULL, false, NULL),
      ('llamas', 'hours', 'number', NULL, NULL, false, 'stated', NULL, 0, 24, false, NULL),
      ('llamas', 'site', 'url', NULL, NULL, false, 'stated', NULL, NULL, NULL, false, NULL),
      ('llamas', 'bornOn', 'date', NULL, NULL, false, 'stated', NULL, NULL, NULL, true, NULL),
      ('llamas', 'seenAt', 'instant', NULL, NULL, false, 'stated', NULL, NULL, NULL, true, NULL),
      ('llamas', 'soldOn', 'date', NULL, NULL, false, 'stated', NULL, NULL, NULL, false, 'bornOn')`);
});
afterAll(() => running.close());

/** Writes a record past the API; answers with its id, or with why the database refused it. */
async function write(register: string, fields: unknown, as = company): Promise<string> {
  const client = await running.database.admin.connect();
  const id = randomUUID();
  try {
    await client.query(`SET app.user_id = '${olga.id}'; SET app.company_id = '${as}'`);
    await client.query(
      `INSERT INTO app.records (company_id, id, register, fields, created_by, created_at, changed_by, changed_at, salt)
        VALUES ($1, $2, $3, $4, $5, $6, $5, $6, $7)`,
      [as, id, register, JSON.stringify(fields), olga.id, new Date("2026-11-26T09:00:00Z"), Buffer.alloc(16)],
    );
    return id;
  } catch (error) {
    return (error as Error).message.replace(/^.*declares it: /, "");
  } finally {
    client.release(true);
  }
}

test("a record leads to a record of the declared register and company, and to nothing else", async () => {
  const [farm, second, there, llama] = [
    await write("farms", { name: "North" }),
    await write("farms", { name: "South" }),
    await write("farms", { name: "There" }, elsewhere),
    await write("llamas", {}),
  ];
  const id = await write("llamas", { farmId: farm, farms: [second, farm] });
  const { rows } = await running.database.admin.query(
    "SELECT field, position::int, target_register, target_id FROM app.record_links WHERE record_id = $1 ORDER BY field, position",
    [id],
  );
  expect(rows).toEqual([
    { field: "farmId", position: 1, target_register: "farms", target_id: farm },
    { field: "farms", position: 1, target_register: "farms", target_id: second },
    { field: "farms", position: 2, target_register: "farms", target_id: farm },
  ]);
  for (const farmId of [there, llama, randomUUID()])
    expect(await write("llamas", { farmId })).toMatch(/record_links_record/);
  expect(await write("llamas", { farms: [farm, there] })).toMatch(/record_links_record/);
});

test.each([
  [{ colors: ["white", "brown"], temper: 3, hours: 24, site: "https://a.test/?b#c" }, ""],
  [{ colors: ["white", "red"] }, "colors: not a list of choice"],
  [{ friends: ["Ann", "Bo"] }, ""],
  [{ friends: ["Ann"] }, "friends: not a list of text"],
  [{ friends: ["Ann", "Ann"] }, "friends: not a list of text"],
  [{ temper: 4 }, "temper: not a scale"],
  [{ temper: "2" }, "temper: not a scale"],
  [{ hours: 25 }, "hours: out of bounds"],
  [{ hours: -1 }, "hours: out of bounds"],
  [{ site: "javascript:alert(1)" }, "site: not a url"],
  [{ site: "https://me:secret@a.test" }, "site: not a url"],
  [{ bornOn: "2026-11-26", soldOn: "2026-11-26", seenAt: "2026-11-26T22:59:00.000Z" }, ""],
  [{ bornOn: "2026-11-27" }, "bornOn: in the future"],
  [{ seenAt: "2026-11-27T00:00:00.000Z" }, "seenAt: in the future"],
  [{ bornOn: "2026-11-02", soldOn: "2026-11-01" }, "soldOn: before bornOn"],
  [{ soldOn: "2027-11-01" }, ""],
])("the database answers to %j with %j", async (fields, refusal) => {
  const answer = await write("llamas", fields);
  expect(answer).toMatch(refusal === "" ? /^[0-9a-f-]{36}$/ : `${refusal}`);
});
