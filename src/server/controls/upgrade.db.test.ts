import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { emptyDatabase } from "#tests/support/fresh-database.ts";
import { factsToJudge, readFacts } from "./facts.ts";

test("an upgrade keeps the old rule's results, lets none of them pass anything, and judges every company anew", async () => {
  const database = await emptyDatabase();
  try {
    await migrate(database.adminUrl, "0040_report_targets");
    const [company, owner] = [randomUUID(), randomUUID()];
    const query = async (text: string, values: unknown[] = []) => (await database.admin.query(text, values)).rows;
    await query("INSERT INTO auth.users (id, email, first_name, last_name) VALUES ($1, 'o@example.test', 'O', 'X')", [
      owner,
    ]);
    await query("SELECT set_config('app.user_id', $1, false), set_config('app.company_id', $2, false)", [
      owner,
      company,
    ]);
    await query("SELECT app.create_company($1, 'Calder', 'calder', NULL, '\\x00')", [company]);
    await query("SET session_replication_role = replica");
    const result = async (check: string, outcome: string, extra = "", values = "") => {
      const evidence = randomUUID();
      await query(
        `INSERT INTO app.evidence (company_id, id, number, name, type, source, collector, collected_at, filed_by, filed_at, ledger_index,
            valid_until, sha256, size, media_type, file_name, storage_location_id, blob_key)
          SELECT $1, $2, 1 + count(*), 'Report', 'Report', 'Prowler (aws 1)', 'Import', now(), $3, now(), 0,
            now() + interval '9 days', sha256('x'), 1, 'text/plain', 'r.txt', gen_random_uuid(), 'x'
          FROM app.evidence WHERE company_id = $1`,
        [company, evidence, owner],
      );
      await query(
        `INSERT INTO app.check_results (company_id, evidence_id, check_id, check_version, source, outcome, reason, observed_at, valid_until${extra})
          VALUES ($1, $2, $3, 1, 'Prowler (aws 1)', $4, 'It did.', now(), now() + interval '9 days'${values})`,
        [company, evidence, check, outcome],
      );
      return evidence;
    };
    await result("auth.keys-rotated", "pass");
    await result("privilege.root-unused", "fail");
    await query(
      "INSERT INTO app.imports (company_id, id, evidence_id, format, requested_by, state, rules_version) VALUES ($1, gen_random_uuid(), $2, 'prowler-ocsf', $3, 'done', 1)",
      [company, await result("encryption.key-rotation", "pass"), owner],
    );
    await query(
      "INSERT INTO app.judgements (company_id, ledger_size, judged_at, version) VALUES ($1, 99, now(), 7) ON CONFLICT DO NOTHING",
      [company],
    );
    await query("SET session_replication_role = origin");
    await migrate(database.adminUrl);

    expect(await query("SELECT check_id, outcome, aspect, rule FROM app.check_results ORDER BY 1")).toEqual([
      { check_id: "auth.keys-rotated", outcome: "pass", aspect: "", rule: 1 },
      { check_id: "encryption.key-rotation", outcome: "pass", aspect: "", rule: 1 },
      { check_id: "privilege.root-unused", outcome: "fail", aspect: "", rule: 1 },
    ]);
    // What a report passed is not known until it is read again, which is asked for.
    expect(await query("SELECT state FROM app.imports")).toEqual([{ state: "waiting" }]);
    expect(await query("SELECT count(*) AS jobs FROM app.jobs WHERE kind = 'imports'")).toEqual([{ jobs: 1 }]);
    expect(
      await query("SELECT outcome, reason FROM app.newest_results($1, now(), NULL, NULL, NULL) WHERE check_id = $2", [
        company,
        "encryption.key-rotation",
      ]),
    ).toEqual([{ outcome: "unknown", reason: "Not decided: an earlier rule judged this report. Import it again." }]);
    const outcomes = async () => {
      const [{ facts }] = (await query("SELECT app.facts_to_judge($1, now()) AS facts", [company])) as [
        { facts: unknown },
      ];
      const { checks: states } = factsToJudge(readFacts(facts), new Date(), new Map());
      return ["auth.keys-rotated", "privilege.root-unused"].map(
        (id) => states.find(({ checkId }) => checkId === id)!.outcome,
      );
    };
    expect(await outcomes()).toEqual(["unknown", "fail"]);
    expect(await query("SELECT due FROM app.judgement_due($1, now())", [company])).toEqual([{ due: true }]);
    expect(
      await query("SELECT kind FROM app.jobs WHERE company_id = $1 AND kind = 'standings'", [company]),
    ).toHaveLength(1);

    // The source has answered a part: what it said of whole checks before is history.
    await query("SET session_replication_role = replica");
    await result(
      "auth.keys-rotated",
      "pass",
      ", aspect, rule, recorded_at",
      ", 'keys', 2, now() + interval '1 minute'",
    );
    expect(await outcomes()).toEqual(["unknown", "unknown"]);
  } finally {
    await database.close();
  }
});
