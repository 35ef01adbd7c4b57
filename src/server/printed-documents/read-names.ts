import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { HeldNames } from "./names.ts";
import type { SealedRun } from "./read-snapshot.ts";

/** What names those whom a snapshot has salted hashes of, from these registers: for owners and admins. */
export async function readNames(
  tx: Tx,
  companyId: string,
  registers: readonly string[],
  { taken_at: takenAt, ledger_index: index }: SealedRun,
): Promise<HeldNames> {
  const { rows: records } = await sql<
    HeldNames["records"][number]
  >`SELECT r.id, r.register, r.version, r.fields::text AS fields, r.salt
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = ANY (${registers})`.execute(tx);
  // Somewhat more than what was changed since: it does no harm, and a clock may be behind.
  const { rows: changed } = await sql<
    HeldNames["changed"][number]
  >`SELECT c.record_id AS id, c.version, c.changes, c.salt FROM app.record_changes c
    WHERE c.company_id = ${companyId} AND c.record_id IN (SELECT r.id FROM app.records r WHERE r.company_id = ${companyId}
      AND r.register = ANY (${registers}) AND (r.changed_at >= ${takenAt}::timestamptz - interval '1 hour' OR r.ledger_index > ${index}))
    ORDER BY c.record_id, c.version DESC`.execute(tx);
  const { rows: members } = await sql<{
    id: string;
    name: string;
  }>`SELECT p.id, concat_ws(' ', p.first_name, p.last_name) AS name
    FROM app.profiles p`.execute(tx);
  return { records, changed, members };
}
