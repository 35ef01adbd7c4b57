import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** Keys of a register's proposals and questions that the newest word on each dismissed. */
export async function readDismissed(tx: Tx, companyId: string, register: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string; dismissed: boolean }>`SELECT DISTINCT ON (d.key) d.key, d.dismissed
    FROM app.proposal_decisions d WHERE d.company_id = ${companyId} AND d.register = ${register}
    ORDER BY d.key, d.ledger_index DESC, d.id`.execute(tx);
  return new Set(rows.flatMap(({ key, dismissed }) => (dismissed ? key : [])));
}
