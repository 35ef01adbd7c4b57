import { sql } from "kysely";
import type { VerdictLine } from "#domain/bundle/verdict-line.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { actLines } from "../ledger/act-lines.ts";
import { judgedAt } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";

/**
 * One line for each exhibit in the bundle that a connection's verdict cites: the entry of the newest run that saw it, by which
 * `app.newest_results` says how young its verdicts are. Runs that were written into no ledger have none.
 */
export async function runLines(tx: Tx, plan: BundlePlan, lines: readonly VerdictLine[]): Promise<string> {
  const numbers = new Set<number>();
  for (const line of lines)
    if (line.for === "part" && line.how.kind === "collection" && line.sha256 !== null)
      numbers.add(parseExhibitNumber(line.exhibit)!);
  const { rows } = await sql<{ seq: number; entry: string; details: string; salt: Buffer }>`
    SELECT a.seq, l.entry, a.details, a.salt
    FROM app.evidence e
    CROSS JOIN LATERAL (SELECT r.ledger_index FROM app.collection_runs r
      WHERE r.company_id = e.company_id AND r.evidence_id = e.id AND r.observed_at <= ${judgedAt(plan)}
        AND r.ledger_index < ${plan.head.size} ORDER BY r.observed_at DESC LIMIT 1) r
    JOIN app.ledger_acts a ON a.company_id = e.company_id AND a.seq = r.ledger_index
    JOIN app.ledger_entries l ON l.company_id = a.company_id AND l.seq = a.seq
    WHERE e.company_id = ${plan.companyId} AND e.number = ANY(${[...numbers]}::bigint[]) ORDER BY a.seq`.execute(tx);
  return (await actLines(tx, plan.head, rows)).map((line) => `${line}\n`).join("");
}
