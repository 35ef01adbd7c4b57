import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import { collectedWithin } from "./bundle-plan.ts";
import type { ReportPlan } from "./bundle-plan.ts";

interface Row {
  readonly number: number;
  readonly sha256: string;
  readonly filed_at: Date;
  readonly ledger_index: number;
  readonly entry: string;
  readonly at: Date;
  readonly by: string | null;
  readonly reason: string;
  readonly entry_index: number;
  readonly erased_at: Date | null;
  readonly erased_by: string | null;
  readonly erased_because: string;
  readonly erasure_index: number;
}

/**
 * Items that are withdrawn now and were filed before the plan's head: number, hash and custody of each, and nothing of what they hold.
 * A reader of the bundle so knows why a number is missing, and of which the file was erased.
 */
export async function withdrawnItems(tx: Tx, plan: ReportPlan) {
  await seeWithdrawn(tx);
  const { rows } = await sql<Row>`
    SELECT w.number, encode(w.sha256, 'hex') AS sha256, e.filed_at, e.ledger_index, l.entry, w.withdrawn_at AS at,
      concat_ws(' ', p.first_name, p.last_name) AS by, w.reason, w.ledger_index AS entry_index, x.erased_at,
      concat_ws(' ', q.first_name, q.last_name) AS erased_by, x.reason AS erased_because, x.ledger_index AS erasure_index
    FROM app.evidence e
    JOIN app.withdrawals w ON w.company_id = e.company_id AND w.id = e.withdrawal_id
    JOIN app.ledger_entries l ON l.company_id = e.company_id AND l.seq = e.ledger_index
    LEFT JOIN app.profiles p ON p.id = w.withdrawn_by
    LEFT JOIN app.erasures x ON x.company_id = e.company_id AND x.evidence_id = e.id
    LEFT JOIN app.profiles q ON q.id = x.erased_by
    WHERE e.company_id = ${plan.companyId} AND e.ledger_index < ${plan.head.size}
      AND ${collectedWithin(sql`e.collected_at`, plan.days)} ORDER BY w.number`.execute(tx);
  return rows.map((row) => ({
    exhibit: formatExhibitNumber(row.number),
    sha256: row.sha256,
    filedAt: row.filed_at.toISOString(),
    ledgerIndex: row.ledger_index,
    entry: row.entry,
    withdrawnAt: row.at.toISOString(),
    withdrawnBy: row.by || "A former member",
    reason: row.reason,
    withdrawalIndex: row.entry_index,
    ...(row.erased_at && {
      erased: {
        at: row.erased_at.toISOString(),
        by: row.erased_by || "A former member",
        reason: row.erased_because,
        erasureIndex: row.erasure_index,
      },
    }),
  }));
}

export type WithdrawnItem = Awaited<ReturnType<typeof withdrawnItems>>[number];
