import { sql } from "kysely";
import type { ProviderKey } from "#domain/provider.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { findOpenRuns, presentRun, sentenceOf } from "./run-list.ts";
import { nextSlot } from "./slots.ts";

const HOUR = 3_600_000;
const HOURS = 24;

/** A connection with what its runs and checks come to. */
interface ConnectionRow {
  readonly id: string;
  readonly provider: ProviderKey;
  readonly method: string;
  readonly state: "linking" | "confirming" | "connected" | "paused" | "needs attention" | "disconnected";
  readonly account_id: string | null;
  readonly account_label: string | null;
  readonly missing: string[];
  readonly attention: string | null;
  readonly connected_at: Date | null;
  readonly last_collected_at: Date | null;
  readonly pass: number;
  readonly fail: number;
  readonly unknown: number;
  readonly not_applicable: number;
  readonly hours: readonly Hour[];
}

interface Hour {
  readonly hour: number;
  readonly slot: string;
  readonly state: HourState;
  readonly changed: boolean;
}
type HourState = "complete" | "partial" | "failed" | "missed" | "open";

/** What an installation collects by: how often, and the time. */
export interface Clock {
  readonly everyMinutes: number;
  readonly now: Date;
}

/** The connections of a company, oldest first, or the one that is asked for; without the disconnected ones unless it is it. */
export async function listConnections(tx: Tx, companyId: string, clock: Clock, connectionId?: string) {
  const thisHour = Math.floor(clock.now.getTime() / HOUR);
  const firstHour = thisHour - HOURS;
  // Before what was collected: a run that ends between the two is said to go on, never to have ended without anything.
  const open = await findOpenRuns(tx, companyId);
  const { rows } =
    await sql<ConnectionRow>`SELECT k.id, k.provider, k.method, k.state, k.account_id, k.account_label, k.missing,
      k.attention, k.connected_at, n.at AS last_collected_at, c.*, coalesce(h.hours, '[]') AS hours
    FROM app.connections k
    LEFT JOIN LATERAL (SELECT r.finished_at AS at FROM app.collection_runs r
      WHERE r.company_id = k.company_id AND r.connection_id = k.id AND r.state = 'done' ORDER BY r.slot DESC LIMIT 1) n ON true
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE x.outcome = 'pass') AS pass, count(*) FILTER (WHERE x.outcome = 'fail') AS fail,
      count(*) FILTER (WHERE x.outcome = 'unknown') AS unknown, count(*) FILTER (WHERE x.outcome = 'not applicable') AS not_applicable
      FROM app.connection_checks x WHERE x.company_id = k.company_id AND x.connection_id = k.id) c
    LEFT JOIN LATERAL (SELECT json_agg(b) AS hours FROM (
      -- Of several runs in an hour the one that brought most.
      SELECT DISTINCT ON (hour) hour, slot, changed, (ARRAY['complete', 'partial', 'open', 'failed', 'missed'])[rank] AS state FROM (
        SELECT floor(extract(epoch FROM r.slot) / 3600)::integer AS hour, r.slot, CASE
          WHEN r.state = 'done' THEN CASE WHEN r.steps @? '$[*] ? (@.status != "complete")' THEN 2 ELSE 1 END
          WHEN r.state IN ('waiting', 'working') THEN 3 WHEN r.state = 'failed' THEN 4 ELSE 5 END AS rank,
          EXISTS (SELECT FROM app.resource_changes c WHERE c.company_id = r.company_id AND c.connection_id = r.connection_id
            AND c.before >= ${new Date(firstHour * HOUR)} AND c.run_id = r.id) AS changed
        FROM app.collection_runs r WHERE r.company_id = k.company_id AND r.connection_id = k.id
          AND r.slot >= ${new Date(firstHour * HOUR)}) q ORDER BY hour, rank, changed DESC, slot DESC) b) h ON true
    WHERE k.company_id = ${companyId}
      AND CASE WHEN ${connectionId ?? null}::uuid IS NULL THEN k.state <> 'disconnected' ELSE k.id = ${connectionId ?? null} END
    ORDER BY k.created_at, k.id`.execute(tx);
  return rows.map((row) => {
    const running = open.get(row.id);
    const byHour = new Map(row.hours.map((hour) => [hour.hour, hour]));
    // Until this hour's turn comes, the last 24 are those that were due.
    const first = byHour.has(thisHour) ? firstHour + 1 : firstHour;
    return {
      id: row.id,
      provider: row.provider,
      method: row.method,
      state: row.state,
      accountLabel: row.account_label,
      accountId: row.account_id,
      missing: row.missing,
      attention: row.attention === null ? null : sentenceOf(row.attention, row.provider),
      connectedAt: row.connected_at?.toISOString() ?? null,
      lastCollectedAt: row.last_collected_at?.toISOString() ?? null,
      nextRunAt: row.state === "connected" ? nextSlot(row.id, clock).toISOString() : null,
      running: running ? presentRun(running) : null,
      hours: Array.from({ length: HOURS }, (_, index) => {
        const found = byHour.get(first + index);
        return {
          slot: new Date(found?.slot ?? (first + index) * HOUR).toISOString(),
          state: found?.state ?? ("none" as const),
          changed: found?.changed ?? false,
        };
      }),
      outcomes: { pass: row.pass, fail: row.fail, unknown: row.unknown, notApplicable: row.not_applicable },
    };
  });
}

/** One connection, also when it is disconnected; refuses `not-found`. */
export async function getConnection(tx: Tx, companyId: string, connectionId: string, clock: Clock) {
  return (await listConnections(tx, companyId, clock, connectionId))[0] ?? fail("not-found");
}
