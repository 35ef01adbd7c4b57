import { sql } from "kysely";
import { sameBefore } from "#domain/registers/same-before.ts";
import type { SameAccounts, SameBefore } from "#domain/registers/same-before.ts";
import type { Tx } from "../db/as-caller.ts";

/**
 * Which accounts were one person's and are not by these groups, read as the company itself. The newest sealing says what stood until now, also
 * one whose exhibit was withdrawn: nobody takes back by that what People said. Who confirmed that two accounts are two persons is somebody in
 * People: an account of which nobody knows whose it is may be that of one of them.
 */
export async function readSameBefore(
  tx: Tx,
  companyId: string,
  groups: SameAccounts["now"],
  now: Date,
  isKnown: (userId: string) => boolean,
): Promise<readonly SameBefore[]> {
  const { rows } =
    await sql<SameAccounts>`SELECT x.same_accounts AS now, x.same_before AS before FROM app.register_runs x
    WHERE x.company_id = ${companyId} ORDER BY x.ledger_index DESC LIMIT 1`.execute(tx);
  const [last] = rows;
  if (!last || last.now.length + last.before.length === 0) return [];
  const { rows: confirmed } = await sql<{ by: string; at: Date }>`SELECT c.confirmed_by AS by, c.confirmed_at AS at
    FROM app.confirmations c WHERE c.company_id = ${companyId} AND c.register = 'people'`.execute(tx);
  return sameBefore(
    last,
    groups,
    now,
    confirmed.filter(({ by }) => isKnown(by)),
  );
}
