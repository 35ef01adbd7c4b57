import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { EndingContract, StandingAssurance } from "#domain/tasks/of-ends.ts";
import type { Tx } from "../db/as-caller.ts";
import { mayIn } from "../registers/rights.ts";

const COUNTS_DAYS = 365;

/** Until when the newest report of each vendor that is rated high counts: those that another person approved. */
export async function readAssurances(tx: Tx, companyId: string, role: string): Promise<readonly StandingAssurance[]> {
  if (!["vendors", "assurances"].every((key) => mayIn(findRegister(key)!, "read", role))) return [];
  const { rows } = await sql<{ id: string; name: string; dated_on: string }>`
    SELECT v.id, v.fields ->> 'name' AS name, max(a.fields ->> 'datedOn') AS dated_on FROM app.records v
    JOIN app.records a ON a.company_id = v.company_id AND a.register = 'assurances' AND a.fields ->> 'vendorId' = v.id::text
      AND a.ended_at IS NULL AND a.approved_at IS NOT NULL AND a.fields ->> 'datedOn' IS NOT NULL
    WHERE v.company_id = ${companyId} AND v.register = 'vendors' AND v.ended_at IS NULL AND v.fields ->> 'rating' = 'high'
    GROUP BY v.id, v.fields ->> 'name', v.number ORDER BY v.number LIMIT 500`.execute(tx);
  return rows.map(({ id, name, dated_on: datedOn }) => ({
    vendorId: id,
    vendor: name,
    until: new Date(endOfDay(datedOn).getTime() + COUNTS_DAYS * 86_400_000),
  }));
}

/** Contracts that another person approved and that end: of several with one vendor or client about the same, the one that ends last. */
export async function readContracts(tx: Tx, companyId: string, role: string): Promise<readonly EndingContract[]> {
  const register = findRegister("contracts")!;
  if (!mayIn(register, "read", role)) return [];
  const { rows } = await sql<{ id: string; number: number; title: string; ends_on: string | null }>`
    SELECT DISTINCT ON (r.fields ->> 'vendorId', r.fields ->> 'kind', r.fields ->> 'client')
      r.id, r.number::integer AS number, r.fields ->> 'title' AS title, r.fields ->> 'endsOn' AS ends_on
    FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.ended_at IS NULL AND r.approved_at IS NOT NULL
    ORDER BY r.fields ->> 'vendorId', r.fields ->> 'kind', r.fields ->> 'client', r.fields ->> 'endsOn' DESC NULLS FIRST, r.number
    LIMIT 500`.execute(tx);
  return rows.flatMap(({ id, number, title, ends_on: endsOn }) =>
    endsOn === null ? [] : [{ id, number: recordNumber(register, number), title, until: endOfDay(endsOn) }],
  );
}
