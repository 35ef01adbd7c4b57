import { sql } from "kysely";
import type { VerdictLine } from "#domain/bundle/verdict-line.ts";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import { UNCHANGED } from "#domain/ledger/look-line.ts";
import { isOfRegisters } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { actLines } from "../ledger/act-lines.ts";
import { judgedAt } from "./bundle-plan.ts";
import type { BundlePlan } from "./bundle-plan.ts";

/** One line for each day on which a cited exhibit of the registers was found to say what they said then, in the ledger's order. */
export async function lookLines(tx: Tx, plan: BundlePlan, lines: readonly VerdictLine[]): Promise<string> {
  const numbers = new Set<number>();
  for (const line of lines)
    if (line.for === "part" && line.sha256 !== null && isOfRegisters(line.source))
      numbers.add(parseExhibitNumber(line.exhibit)!);
  if (numbers.size === 0) return "";
  const { rows } = await sql<{ seq: number; entry: string; details: string; salt: Buffer }>`
    SELECT a.seq, l.entry, a.details, a.salt
    FROM app.evidence e
    JOIN app.ledger_acts a ON a.company_id = e.company_id AND a.event = ${sql.lit(UNCHANGED)} AND a.subject = e.id::text
      AND a.seq < ${plan.head.size} AND (a.details::jsonb ->> 'at')::timestamptz <= ${judgedAt(plan)}
    JOIN app.ledger_entries l ON l.company_id = a.company_id AND l.seq = a.seq
    WHERE e.company_id = ${plan.companyId} AND e.number = ANY(${[...numbers]}::bigint[])
    ORDER BY a.seq`.execute(tx);
  return (await actLines(tx, plan.head, rows)).map((line) => `${line}\n`).join("");
}
