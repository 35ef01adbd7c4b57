import { sql } from "kysely";
import type { VerdictLine } from "#domain/bundle/verdict-line.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { actLines } from "../ledger/act-lines.ts";
import { judgedAt } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";

/** A run may end while a snapshot is taken: the exhibit that it was read with is that of the run before. */
const RUNS_BEFORE = 3;

/**
 * One line for each exhibit in the bundle that a connection's verdict cites: the entry of the newest run that saw it, by which
 * `app.newest_results` says how young its verdicts are. Of the exhibits that a cited snapshot of registers was read with (`held` are
 * those of the bundle) it is the newest run before the snapshot's own entry. Runs that were written into no ledger have none.
 */
export async function runLines(
  tx: Tx,
  plan: BundlePlan,
  lines: readonly VerdictLine[],
  held: readonly number[],
): Promise<string> {
  const numbers = new Set<number>();
  const snapshots = new Set<number>();
  for (const line of lines)
    if (line.for === "part" && line.how.kind === "collection" && line.sha256 !== null)
      (isOfRegisters(line.source) ? snapshots : numbers).add(parseExhibitNumber(line.exhibit)!);
  const { rows } = await sql<{ seq: number; entry: string; details: string; salt: Buffer }>`
    WITH seen AS (
      SELECT r.ledger_index FROM app.evidence e
      CROSS JOIN LATERAL (SELECT r.ledger_index FROM app.collection_runs r
        WHERE r.company_id = e.company_id AND r.evidence_id = e.id AND r.observed_at <= ${judgedAt(plan)}
          AND r.ledger_index < ${plan.head.size} ORDER BY r.observed_at DESC LIMIT 1) r
      WHERE e.company_id = ${plan.companyId} AND e.number = ANY(${[...numbers]}::bigint[])
      UNION
      SELECT max(r.ledger_index) FROM app.evidence s
      JOIN app.connections k ON k.company_id = s.company_id
      CROSS JOIN LATERAL (SELECT r.ledger_index, r.evidence_id FROM app.collection_runs r
        WHERE r.company_id = s.company_id AND r.connection_id = k.id AND r.evidence_id IS NOT NULL
          AND r.ledger_index < s.ledger_index ORDER BY r.slot DESC LIMIT ${RUNS_BEFORE}) r
      JOIN app.evidence e ON e.company_id = s.company_id AND e.id = r.evidence_id AND e.number = ANY(${held}::bigint[])
      WHERE s.company_id = ${plan.companyId} AND s.number = ANY(${[...snapshots]}::bigint[])
      GROUP BY s.id, r.evidence_id)
    SELECT a.seq, l.entry, a.details, a.salt
    FROM seen
    JOIN app.ledger_acts a ON a.company_id = ${plan.companyId} AND a.seq = seen.ledger_index
    JOIN app.ledger_entries l ON l.company_id = a.company_id AND l.seq = a.seq
    ORDER BY a.seq`.execute(tx);
  return (await actLines(tx, plan.head, rows)).map((line) => `${line}\n`).join("");
}
