import { sql } from "kysely";
import type { ConnectorCheckResult } from "#connectors/check.ts";
import type { ResourceChange } from "#connectors/resource-changes.ts";
import type { CollectedVerdict } from "#judge/collected-verdicts.ts";
import { partName } from "#domain/verdict.ts";
import type { Tx } from "../db/as-caller.ts";
import { RULE } from "#domain/parts/rule.ts";
import type { Claim } from "./claims.ts";

const DAY = 24 * 60 * 60 * 1000;
/** So many resources of a check that fail or are not decided are kept for its page; the exhibit has them all. */
const MOST_OPEN = 1_000;
/** A run that sees more than this many changes tells of the first. */
const MOST_CHANGES = 10_000;

interface Filed {
  readonly companyId: string;
  readonly evidenceId: string;
  readonly source: string;
  /** By part, as "check/aspect", when it was observed. */
  readonly seen: ReadonlyMap<string, Date>;
  /** SHA-256 of the judge; null where the exhibit names none. */
  readonly judge: string | null;
}

/** When a verdict is too old to count. */
export function endOfVerdict(verdict: CollectedVerdict, seen: ReadonlyMap<string, Date>): Date {
  return new Date(seen.get(partName(verdict))!.getTime() + verdict.validForDays * DAY);
}

/**
 * Whether an exhibit of before may be renewed: for each of these it said as many days as are said now. What ends with a decision has fewer
 * of them each day, and would last beyond its end if the exhibit of an earlier day were renewed.
 */
export async function lastsAsLong(
  tx: Tx,
  companyId: string,
  evidenceId: string,
  verdicts: readonly CollectedVerdict[],
): Promise<boolean> {
  if (verdicts.every(({ restsUntil }) => restsUntil === undefined)) return true;
  const { rows } = await sql<{
    part: string;
    days: number;
  }>`SELECT concat_ws('/', r.check_id, nullif(r.aspect, '')) AS part,
      round(extract(epoch FROM r.valid_until - r.observed_at) / 86400)::integer AS days
    FROM app.check_results r WHERE r.company_id = ${companyId} AND r.evidence_id = ${evidenceId}`.execute(tx);
  const said = new Map(rows.map(({ part, days }) => [part, days]));
  return verdicts.every((verdict) => said.get(partName(verdict)) === verdict.validForDays);
}

/** The answers to parts of the library's checks, resting on the exhibit that was filed just now. */
export async function writeVerdicts(
  tx: Tx,
  { companyId, evidenceId, source, seen, judge }: Filed,
  verdicts: readonly CollectedVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts.map((verdict) => ({
    company_id: companyId,
    evidence_id: evidenceId,
    check_id: verdict.checkId,
    aspect: verdict.aspect,
    rule: RULE,
    check_version: verdict.version,
    source,
    outcome: verdict.outcome,
    reason: verdict.reason,
    observed_at: seen.get(partName(verdict))!,
    valid_until: endOfVerdict(verdict, seen),
    judge,
  }));
  await tx.insertInto("app.check_results").values(rows).execute();
}

/** Where each check of the connection stands now; `same` where it says what the last run said. */
export async function writeChecks(
  tx: Tx,
  { companyId, connectionId, runId }: Claim,
  now: {
    readonly results: readonly ConnectorCheckResult[];
    readonly same: boolean;
    /** When each was observed. */
    readonly times: ReadonlyMap<string, Date>;
  },
): Promise<void> {
  if (now.same) {
    const [ids, times] = [[...now.times.keys()], [...now.times.values()]];
    await sql`UPDATE app.connection_checks c SET observed_at = x.at, run_id = ${runId},
        last_passed_at = CASE WHEN c.outcome = 'pass' THEN x.at ELSE c.last_passed_at END
      FROM unnest(${ids}::text[], ${times}::timestamptz[]) x (check_id, at)
      WHERE c.company_id = ${companyId} AND c.connection_id = ${connectionId} AND c.check_id = x.check_id`.execute(tx);
    return;
  }
  const rows = now.results.map(({ checkId, version, outcome, reason, observations }) => {
    const count = (wanted: string) => observations.filter((observation) => observation.outcome === wanted).length;
    const open = observations.filter(
      (observation) => observation.outcome === "fail" || observation.outcome === "unknown",
    );
    return {
      check_id: checkId,
      version,
      outcome,
      reason,
      at: now.times.get(checkId)!,
      passing: count("pass"),
      failing: count("fail"),
      unknown: count("unknown"),
      open: open.slice(0, MOST_OPEN).map(({ resource: { type, id, label }, outcome: own, observed, wanted }) => ({
        type,
        id,
        label,
        outcome: own,
        observed,
        wanted,
      })),
    };
  });
  await sql`DELETE FROM app.connection_checks WHERE company_id = ${companyId} AND connection_id = ${connectionId}
    AND check_id <> ALL (${rows.map((row) => row.check_id)}::text[])`.execute(tx);
  await sql`INSERT INTO app.connection_checks AS c (company_id, connection_id, check_id, version, outcome, reason, passing, failing,
      unknown, open, since, last_passed_at, observed_at, run_id)
    SELECT ${companyId}, ${connectionId}, x.check_id, x.version, x.outcome, x.reason, x.passing, x.failing, x.unknown, x.open,
      x.at, CASE WHEN x.outcome = 'pass' THEN x.at END, x.at, ${runId}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}) x (check_id text, version integer, outcome text, reason text, at timestamptz,
      passing integer, failing integer, unknown integer, open jsonb)
    ON CONFLICT (company_id, connection_id, check_id) DO UPDATE SET (version, outcome, reason, passing, failing, unknown, open, since,
      last_passed_at, observed_at, run_id) = (excluded.version, excluded.outcome, excluded.reason, excluded.passing, excluded.failing,
      excluded.unknown, excluded.open, CASE WHEN c.outcome = excluded.outcome THEN c.since ELSE excluded.since END,
      coalesce(excluded.last_passed_at, c.last_passed_at), excluded.observed_at, excluded.run_id)`.execute(tx);
}

/** Which resources changed, after one run and before the other. */
export async function writeChanges(
  tx: Tx,
  { companyId, connectionId, runId }: Claim,
  changes: readonly (ResourceChange & { readonly after: Date; readonly before: Date })[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.slice(0, MOST_CHANGES).map(({ checkId, resource, was, became, ...rest }) => ({
    ...rest,
    check_id: checkId,
    type: resource.type,
    resource: resource.id,
    label: resource.label,
    was: was ?? null,
    became: became ?? null,
  }));
  await sql`INSERT INTO app.resource_changes (company_id, connection_id, run_id, check_id, resource_type, resource_id, label, was,
      became, observed, wanted, after, before)
    SELECT ${companyId}, ${connectionId}, ${runId}, x.check_id, x.type, x.resource, x.label, x.was, x.became, x.observed, x.wanted,
      x.after, x.before
    FROM jsonb_to_recordset(${JSON.stringify(rows)}) x (check_id text, type text, resource text, label text, was text, became text,
      observed text, wanted text, after timestamptz, before timestamptz)`.execute(tx);
}
