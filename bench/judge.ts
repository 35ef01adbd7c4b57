import { randomUUID } from "node:crypto";
import { connectors } from "#connectors/index.ts";
import { judgementJobs } from "#server/controls/judge-companies.ts";
import { workOff } from "#server/jobs/run-jobs.ts";
import { systemKindKeys } from "#domain/system-kinds.ts";
import type { Instance } from "./instance.ts";
import { cpuSeconds } from "./cpu-time.ts";
import type { CpuSeconds } from "./cpu-time.ts";
import { median } from "./measure.ts";
import type { Ratio } from "./measure.ts";

const COMPANIES = 100;
const ROUNDS = 3;
/** How many are to be judged after an hour's collection. */
const OF_AN_HOUR = 10_000;

/**
 * Companies whose ledgers have grown, judged by one worker: each has an account at every vendor, all parts that those answer, and a
 * decision about every kind of system.
 */
export async function judgeRatio(instance: Instance): Promise<Ratio> {
  const answers = connectors.flatMap(({ manifest, checks }) =>
    [...new Set(checks.flatMap((check) => check.answers))].map((part) => ({ provider: manifest.id, part })),
  );
  const begin = new Date(Date.now() - 3_600_000);
  for (let company = 0; company < COMPANIES; company += 1) {
    const companyId = await instance.found(`Judged ${company}`);
    await instance.file(companyId, 1, 1);
    await answer(instance, companyId, answers, begin);
  }
  await instance.admin.query("VACUUM ANALYZE");
  const { worker } = instance.databases;
  const deps = { worker, now: () => new Date(), log: instance.app.services.log };
  const judge = () => workOff(deps, { standings: judgementJobs(deps) }, new AbortController().signal);
  await judge();
  const rounds: CpuSeconds[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await instance.admin.query("UPDATE app.judgements SET next_at = '-infinity'");
    await instance.admin.query(
      "SELECT app.enqueue_job('standings', j.company_id::text, j.company_id) FROM app.judgements j",
    );
    rounds.push(await cpuSeconds(instance.admin, async () => void (await judge())));
  }
  const { rows } = await instance.admin.query<{ due: number }>(
    "SELECT count(*) AS due FROM app.judgements WHERE next_at = '-infinity'",
  );
  if (Number(rows[0]!.due) > 0) throw new Error(`${rows[0]!.due} companies were not judged`);
  const each = median(rounds.map(({ node, database }) => node + database)) / COMPANIES;
  const share = (of: keyof CpuSeconds) => ((median(rounds.map((round) => round[of])) / COMPANIES) * 1000).toFixed(1);
  return {
    what: `seconds of a core to judge ${OF_AN_HOUR.toLocaleString("en-US")} companies / an hour`,
    figures: `${(each * 1000).toFixed(1)} ms of a core a company with ${answers.length} answers, of ${COMPANIES}: Node ${share("node")}, PostgreSQL ${share("database")}`,
    ratio: (each * OF_AN_HOUR) / 3_600,
    goal: { atMost: 0.1 },
  };
}

async function answer(
  { admin, userId }: Instance,
  companyId: string,
  answers: readonly { readonly provider: string; readonly part: string }[],
  at: Date,
): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      userId,
      companyId,
    ]);
    for (const provider of new Set(answers.map((answer) => answer.provider)))
      await client.query(
        `INSERT INTO app.connections (company_id, provider, method, state, account_label, source, created_by, connected_at)
          VALUES ($1, $2, 'token', 'connected', 'acme', $2, $3, $4)`,
        [companyId, provider, randomUUID(), at],
      );
    await client.query(
      `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at,
          valid_until)
        SELECT $1, (SELECT id FROM app.evidence WHERE company_id = $1 LIMIT 1), split_part(x.part, '/', 1), split_part(x.part, '/', 2), 2,
          row_number() OVER (), x.provider, 'pass', 'As it should be.', $3, $3::timestamptz + interval '30 days'
        FROM jsonb_to_recordset($2) x (provider text, part text)`,
      [companyId, JSON.stringify(answers), at],
    );
    await client.query(
      `INSERT INTO app.scope_decisions (company_id, kind, declared, reason, until, decided_by, decided_at)
        SELECT $1, kind, true, 'We have none.', $4::date + 300, $3, $4 FROM unnest($2::text[]) kind`,
      [companyId, systemKindKeys, userId, at],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}
