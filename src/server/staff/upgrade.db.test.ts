import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { emptyDatabase } from "#tests/support/fresh-database.ts";

/** Every table of the staff portal as it was before sessions had an address and a method of their own. */
const tables = ["staff_links", "staff_sessions", "quiz_attempts", "completions", "assignments", "acknowledgments"];

test("an upgrade from before staff came by their work account keeps each row, and says of sessions by which address they came", async () => {
  const database = await emptyDatabase();
  try {
    await migrate(database.adminUrl, "0071_links_of_a_person_alone");
    const query = async (text: string, values: unknown[] = []) => (await database.admin.query(text, values)).rows;
    const [company, owner, person, unnamed] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const [policy, version, attempt] = [randomUUID(), randomUUID(), randomUUID()];
    await query("INSERT INTO auth.users (id, email, first_name, last_name) VALUES ($1, 'o@example.test', 'O', 'X')", [
      owner,
    ]);
    await query("SELECT set_config('app.user_id', $1, false), set_config('app.company_id', $2, false)", [
      owner,
      company,
    ]);
    await query("SELECT app.create_company($1, 'Calder', 'calder', NULL, '\\x00')", [company]);
    // Rows as they are: what was written by the functions of that version is not what is looked at.
    await query("SET session_replication_role = replica");
    const add = (table: string, row: Readonly<Record<string, unknown>>) => {
      const columns = ["company_id", ...Object.keys(row)].join(", ");
      return query(
        `INSERT INTO app.${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::app.${table}, $1::jsonb)`,
        [JSON.stringify({ company_id: company, ...row })],
      );
    };
    const hash = () => `\\x${randomBytes(32).toString("hex")}`;
    const times = { created_at: "2026-11-20T10:00:00Z", expires_at: "2026-11-27T10:00:00Z" };
    const wrote = { created_by: owner, changed_by: owner, created_at: times.created_at, changed_at: times.created_at };
    for (const [at, id] of [person, unnamed].entries())
      await add("records", {
        ...wrote,
        id,
        register: "people",
        number: at + 1,
        version: 1,
        fields: { name: `P${at}` },
        authors: [owner],
        approved_alone: false,
        salt: hash(),
        ledger_index: 1,
      });
    await add("policies", {
      id: policy,
      number: 1,
      title: "Security",
      created_by: owner,
      created_at: times.created_at,
      ledger_index: 1,
    });
    const inForce = { state: "in force", quorum: 1, in_force_at: times.created_at, in_force_index: 1 };
    await add("policy_versions", {
      ...wrote,
      ...inForce,
      id: version,
      policy_id: policy,
      number: 1,
      text: "# A",
      sha256: "a".repeat(64),
      revision: 1,
      authors: [owner],
      ledger_index: 1,
    });
    const of = { person_register: "people", person_id: person };
    await add("staff_links", {
      ...of,
      ...times,
      id: randomUUID(),
      token_sha256: hash(),
      email: "ada@firm.example",
      used_at: times.created_at,
    });
    const session = { ...times, token_sha256: hash(), address: "203.0.113.7", user_agent: "A browser" };
    await add("staff_sessions", { ...of, ...session, id: randomUUID() });
    // Somebody whose link is gone.
    await add("staff_sessions", { ...of, ...session, id: randomUUID(), person_id: unnamed, token_sha256: hash() });
    const course = { course: "general", course_version: 1 };
    const begun = { seed: `\\x${randomBytes(16).toString("hex")}`, begun_at: times.created_at };
    await add("quiz_attempts", { ...of, ...course, ...begun, id: attempt });
    await add("completions", {
      ...of,
      ...course,
      id: randomUUID(),
      number: 1,
      source: "quiz",
      attempt_id: attempt,
      answers: [{ question: "q1", answer: 0 }],
      score: 1,
      out_of: 1,
      passed: true,
      completed_at: times.created_at,
      ledger_index: 1,
    });
    const assigned = { audience: "everyone", assigned_by: owner, assigned_at: times.created_at, carried: false };
    await add("assignments", { ...assigned, id: randomUUID(), version_id: version, ledger_index: 1 });
    const acknowledged = { sha256: "a".repeat(64), method: "staff link", acknowledged_at: times.created_at };
    await add("acknowledgments", { ...of, ...acknowledged, id: randomUUID(), version_id: version, ledger_index: 1 });
    await query("SET session_replication_role = origin");
    const count = async () =>
      Object.fromEntries(
        await Promise.all(
          tables.map(async (table) => [table, (await query(`SELECT * FROM app.${table}`)).length] as const),
        ),
      );
    const before = await count();
    expect(Object.values(before)).toEqual([1, 2, 1, 1, 1, 1]);
    await migrate(database.adminUrl);
    expect(await count()).toEqual(before);
    // Nobody knows by which address a session came whose link was never used: it says none, and so it ends.
    expect(await query("SELECT DISTINCT email, method FROM app.staff_sessions ORDER BY 1")).toEqual([
      { email: "", method: "staff link" },
      { email: "ada@firm.example", method: "staff link" },
    ]);
  } finally {
    await database.close();
  }
});
