import { sql } from "kysely";
import { sameBefore } from "#domain/registers/same-before.ts";
import type { ConfirmedPeople, ConfirmedRegister, SameAccounts, SameBefore } from "#domain/registers/same-before.ts";
import type { Tx } from "../db/as-caller.ts";

/**
 * Which accounts were one person's and are not by these groups, read as the company itself. The newest sealing says what stood until now, also
 * one whose exhibit was withdrawn: nobody takes back by that what People said.
 */
export async function readSameBefore(
  tx: Tx,
  companyId: string,
  groups: SameAccounts["now"],
  now: Date,
  confirmed: readonly ConfirmedPeople[],
): Promise<readonly SameBefore[]> {
  const { rows } =
    await sql<SameAccounts>`SELECT x.same_accounts AS now, x.same_before AS before FROM app.register_runs x
    WHERE x.company_id = ${companyId} ORDER BY x.ledger_index DESC LIMIT 1`.execute(tx);
  const [last] = rows;
  if (!last || last.now.length + last.before.length === 0) return [];
  return sameBefore(last, groups, now, confirmed);
}

/**
 * Who confirmed a register, and is somebody in People by another's word than their own: an account of which nobody else knows whose it is may
 * be that of whoever is to have no say in what they confirm.
 */
export async function readConfirmed(
  tx: Tx,
  companyId: string,
  register: string,
  isKnown: (userId: string) => boolean,
): Promise<readonly ConfirmedRegister[]> {
  const { rows } = await sql<ConfirmedRegister>`SELECT c.confirmed_by AS by, c.confirmed_at AS at
    FROM app.confirmations c WHERE c.company_id = ${companyId} AND c.register = ${register}`.execute(tx);
  return rows.filter(({ by }) => isKnown(by));
}
