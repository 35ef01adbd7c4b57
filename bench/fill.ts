import { partsOf } from "#catalog/parts.ts";
import { controls } from "#catalog/index.ts";
import type { Instance } from "./instance.ts";

/** Items that one call files. */
const BATCH = 5_000;

/** Parts of checks, as "check/aspect". */
const parts = controls.flatMap(({ checks }) =>
  checks.flatMap(({ id }) => partsOf(id).map(({ aspect }) => `${id}/${aspect}`)),
);

const all = (expression: string) => `ARRAY(SELECT ${expression} FROM made)`;
const chosen = (...texts: readonly string[]) => `('{${texts.join(",")}}'::text[])[1 + i % ${texts.length}]`;
const commitment = (salt: string) => `encode(sha256((id || '${salt}')::bytea), 'base64')`;
const FILE = `WITH made AS MATERIALIZED (SELECT i, gen_random_uuid() AS id FROM generate_series($1::integer + 1, $1::integer + $2::integer) i)
  SELECT count(*) FROM app.file_evidence(${all("id")},
    ${all("'Observation ' || i || ' of ' || " + chosen("repository", "bucket", "account", "policy", "laptop") + " || ' ' || substr(md5(i::text), 1, 10)")},
    ${all(chosen("Config", "Policy", "Document", "Report", "Config"))},
    ${all(chosen("GitHub", "AWS", "Okta", "Upload", "Google Workspace", "Jamf", "Prowler"))},
    ${all("'Benchmark connector, read-only'")}, ${all("now() - (i % 1000) * interval '1 hour'")},
    ${all("now() + (i % 1000 - 300) * interval '3 hours'")}, ${all("sha256(id::text::bytea)")}, ${all("(2048 + i % 4096)::bigint")},
    ${all("'application/json'")}, ${all("'observation-' || i || '.json'")},
    ${all("'v1/be/bench/' || id || '.sealed'")}, ${all("id::text")}, ${all("decode(md5(id::text), 'hex')")},
    ${all(`'{"name":"Observation ' || i || '","source":"Benchmark","type":"Config"}'`)}, ${all(commitment("h"))}, ${all(commitment("c"))},
    ${all("sha256(id::text::bytea) || sha256(id::text::bytea)")}, 1, ${all("(i - $1::integer)::integer")},
    ${all("'XC-' || lpad((i % 22 + 1)::text, 2, '0')")}, ${all("now() + (i % 1000 - 300) * interval '3 hours'")},
    ${all("NULL::uuid")}, ${all("NULL::uuid")})`;

/**
 * Files `count` items by `app.file_evidence` itself, as the caller, whose arguments PostgreSQL makes up: rows, ledger, nodes and
 * totals are those that the server would have written. Only what the entries commit to is random. A hundredth as many check
 * results and acts come with them, two projects, and twenty exports.
 */
export async function fill(instance: Instance, companyId: string, count: number): Promise<void> {
  const client = await instance.databases.userPool.connect();
  const within = async (text: string, values: readonly unknown[] = []) => {
    await client.query("BEGIN");
    await client.query(
      "SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true), set_config('statement_timeout', '0', true)",
      [instance.userId, companyId],
    );
    await client.query(text, [...values]);
    await client.query("COMMIT");
  };
  try {
    await within(
      `INSERT INTO app.projects (company_id, id, name, framework, created_by)
        SELECT $1, gen_random_uuid(), name, 'soc2', $2 FROM unnest('{One,Two}'::text[]) name`,
      [companyId, instance.userId],
    );
    for (let from = 0; from < count; from += BATCH) await within(FILE, [from, Math.min(BATCH, count - from)]);
    const acts = `SELECT count(app.record_act(gen_random_uuid(), 'project.created', gen_random_uuid()::text, '{"name":"A project"}',
      '\\x00', encode(sha256(i::text::bytea), 'base64'), NULL)) FROM generate_series(1, $1::integer) i`;
    await within(acts, [Math.ceil(count / 100)]);
    await within(
      `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at, valid_until)
        SELECT e.company_id, e.id, split_part(p.part, '/', 1), split_part(p.part, '/', 2), 2, 1, e.source, 'pass', 'As it should be.',
          e.collected_at, e.valid_until FROM app.evidence e
          CROSS JOIN LATERAL (SELECT (ARRAY(SELECT jsonb_array_elements_text($3::jsonb)))[1 + e.number % 20] AS part) p
          WHERE e.company_id = $1 AND e.number % 100 = 0 AND $2::integer > 0`,
      [companyId, count, JSON.stringify(parts)],
    );
    await within(
      `INSERT INTO app.exports (company_id, id, requested_by, ledger_size, state)
        SELECT $1, gen_random_uuid(), $2, 0, 'done' FROM generate_series(1, 20) i`,
      [companyId, instance.userId],
    );
  } finally {
    client.release();
  }
}
