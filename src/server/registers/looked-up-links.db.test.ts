import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRegister } from "#catalog/registers/index.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { listRecords } from "./list-records.ts";

let running: RunningApp;
let olga: Person;
let companyId: string;
const MANY = 5_000;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  companyId = await olga.found("Many Ltd");
});
afterAll(() => running.close());

const add = async (register: string, fields: Record<string, unknown>) => {
  const { status, body } = await olga.post(`/companies/${companyId}/registers/${register}/records`, { fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};

test("whom a page of records leads to is looked up: of thousands of other people no record is read", async () => {
  const personId = await add("people", { name: "Ben", kind: "employee", startsAt: "2020-01-02T00:00:00.000Z" });
  const fields = { role: "Security officer", personId, startsAt: "2020-01-02" };
  const register = findRegister("roles")!;
  const given = Object.fromEntries(Object.entries(fields).filter(([name]) => name in register.fields));
  const required = Object.entries(register.fields).filter(([, { required }]) => required);
  for (const [name, field] of required)
    given[name] ??= field.type === "person" ? personId : (Object.keys(field.choices ?? {})[0] ?? "2020-01-02");
  await add("roles", given);
  const { admin } = running.database;
  await admin.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO app.records (company_id, id, register, number, fields, version, created_by, created_at, changed_by, changed_at, authors, salt, ledger_index)
      SELECT company_id, gen_random_uuid(), register, 10 + i, fields, 1, created_by, created_at, changed_by, changed_at, authors, salt, ledger_index
      FROM app.records, generate_series(1, ${MANY}) i WHERE id = '${personId}';
    COMMIT; ANALYZE app.records`,
  );
  const asked = { companyId, register: "roles", state: "all", sort: "number", direction: "up", limit: 50 } as const;
  const caller = { userId: olga.id, companyId, role: "owner", secondFactor: false } as const;
  const read = await asCaller(running.app.services.databases.user, caller, async (tx) => {
    const { records } = await listRecords(tx, register, asked, caller, new Date());
    expect(records.flatMap(({ links }) => links)).toMatchObject([{ label: "Ben" }]);
    const { rows } = await sql<{
      read: number;
    }>`SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS read
      FROM pg_stat_xact_user_tables WHERE schemaname = 'app' AND relname = 'records'`.execute(tx);
    return rows[0]!.read;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);
});
