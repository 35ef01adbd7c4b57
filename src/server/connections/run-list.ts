import { sql } from "kysely";
import type { Connector, StepReport } from "#connectors/connector.ts";
import { failures } from "#contract/failures.ts";
import { getProvider } from "#catalog/providers.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { ProviderKey } from "#domain/provider.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** A run with the number of its exhibit, as the API tells it. */
export interface RunRow {
  readonly id: string;
  readonly connection_id: string;
  readonly provider: ProviderKey;
  readonly slot: Date;
  /** The slot in microseconds, by which pages go on. */
  readonly place: string;
  readonly reason: "scheduled" | "first" | "asked";
  readonly state: "waiting" | "working" | "done" | "failed" | "missed";
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly step: string;
  readonly steps_done: number;
  readonly steps_total: number;
  readonly items: number;
  readonly requests: number;
  readonly steps: readonly StepReport[];
  readonly outcomes: Readonly<Record<string, string>>;
  readonly failure: string | null;
  readonly number: number | null;
  readonly evidence_id: string | null;
  readonly unchanged: boolean;
}

const columns = sql`r.id, r.connection_id, k.provider, r.slot, (extract(epoch FROM r.slot) * 1000000)::bigint::text AS place, r.reason,
  r.state, r.started_at, r.finished_at, r.step, r.steps_done, r.steps_total, r.items, r.requests, r.steps, r.outcomes,
  r.failure, e.number, r.evidence_id, r.unchanged`;
const tables = sql`app.collection_runs r
  JOIN app.connections k ON k.company_id = r.company_id AND k.id = r.connection_id
  LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id`;

/** A page of a connection's runs, newest first, missed hours included. `after` is the `next` of the page before. */
export async function listRuns(
  tx: Tx,
  companyId: string,
  connectionId: string,
  after: string | undefined,
  limit: number,
) {
  const { rows } = await sql<RunRow>`SELECT ${columns} FROM ${tables}
    WHERE r.company_id = ${companyId} AND r.connection_id = ${connectionId}
      AND (${after ?? null}::bigint IS NULL
        OR r.slot < timestamptz 'epoch' + ${after ?? null}::bigint * interval '1 microsecond')
    ORDER BY r.slot DESC LIMIT ${limit + 1}`.execute(tx);
  const shown = rows.slice(0, limit);
  return { runs: shown.map(presentRun), next: rows.length > limit ? shown.at(-1)!.place : null };
}

/** One run with the report of each step; refuses `not-found`. */
export async function getRun(tx: Tx, companyId: string, connectionId: string, runId: string, connector?: Connector) {
  const { rows } = await sql<RunRow>`SELECT ${columns} FROM ${tables}
    WHERE r.company_id = ${companyId} AND r.connection_id = ${connectionId} AND r.id = ${runId}`.execute(tx);
  const row = rows[0] ?? fail("not-found");
  const titles = new Map(connector?.steps.map(({ id, title }) => [id, title]));
  return {
    ...presentRun(row),
    steps: row.steps.map(({ missing, ...report }) => ({
      ...report,
      title: titles.get(report.step) ?? report.step,
      missing: [...missing],
    })),
  };
}

/** The runs that are under way or wait for their turn, by their connection: of several the first. */
export async function findOpenRuns(tx: Tx, companyId: string): Promise<Map<string, RunRow>> {
  const { rows } = await sql<RunRow>`SELECT DISTINCT ON (r.connection_id) ${columns} FROM ${tables}
    WHERE r.company_id = ${companyId} AND r.state IN ('waiting', 'working')
    ORDER BY r.connection_id, r.state = 'working' DESC, r.slot`.execute(tx);
  return new Map(rows.map((row) => [row.connection_id, row]));
}

/** A run as the API tells it. */
export function presentRun(row: RunRow) {
  const { pass, fail, unknown, "not applicable": notApplicable } = countOutcomes(Object.values(row.outcomes));
  return {
    id: row.id,
    slot: row.slot.toISOString(),
    reason: row.reason,
    state: row.state,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    step: row.step,
    stepsDone: row.steps_done,
    stepsTotal: row.steps_total,
    items: row.items,
    requests: row.requests,
    complete: row.state === "done" && row.steps.every(({ status }) => status === "complete"),
    failure: failureOf(row),
    outcomes: { pass, fail, unknown, notApplicable },
    exhibit: row.number === null ? null : formatExhibitNumber(row.number),
    evidenceId: row.evidence_id,
    unchanged: row.unchanged,
  };
}

/** The sentence behind the name of a failure, with the vendor's name; what is none is a sentence already. */
export function sentenceOf(failure: string, provider: ProviderKey): string {
  if (!Object.hasOwn(failures, failure)) return failure;
  return failures[failure as keyof typeof failures].message.replace(/\bthe provider\b/gi, getProvider(provider).name);
}

function failureOf({ state, failure, provider }: RunRow): string | null {
  if (state !== "failed" && state !== "missed") return null;
  return failure ? sentenceOf(failure, provider) : state === "missed" ? "Nothing was collected in this hour." : null;
}

function countOutcomes(outcomes: readonly string[]) {
  const counts = { pass: 0, fail: 0, unknown: 0, "not applicable": 0 };
  for (const outcome of outcomes) if (Object.hasOwn(counts, outcome)) counts[outcome as keyof typeof counts] += 1;
  return counts;
}
