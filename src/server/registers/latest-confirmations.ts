import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { Indexed } from "./confirmed-records.ts";

/** When somebody said last that a register is complete. */
export interface Confirmed extends Indexed {
  readonly register: string;
  readonly digest: string;
  readonly count: number;
  readonly at: Date;
  readonly until: Date;
}

/** The last confirmation of each register that somebody confirmed. */
export async function readConfirmations(tx: Tx, companyId: string): Promise<readonly Confirmed[]> {
  const { rows } =
    await sql<Confirmed>`SELECT DISTINCT ON (c.register) c.register, c.count::integer AS count, c.confirmed_at AS at, c.valid_until AS until,
      encode(c.digest, 'hex') AS digest, c.ledger_index
    FROM app.confirmations c WHERE c.company_id = ${companyId} ORDER BY c.register, c.ledger_index DESC`.execute(tx);
  return rows;
}

/** As a snapshot says it; null where nobody confirmed. */
export const confirmationOf = (last: Confirmed | undefined) =>
  last ? { at: last.at.toISOString(), until: last.until.toISOString(), count: last.count } : null;
