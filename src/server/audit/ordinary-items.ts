import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** These items, all of which must be there and none privileged: what both sides speak of is for both sides to see. */
export async function ordinaryItems(tx: Tx, companyId: string, ids: readonly string[]) {
  const asked = [...new Set(ids)];
  const { rows } = await sql<{ id: string; number: number }>`SELECT id, number FROM app.evidence
    WHERE company_id = ${companyId} AND id = ANY (${asked}::uuid[]) AND matter_id IS NULL ORDER BY number`.execute(tx);
  if (rows.length < asked.length) fail("not-found");
  return rows.map(({ id, number }) => ({ id, exhibit: formatExhibitNumber(number) }));
}
