import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { leaverClock } from "#domain/registers/leaver-clock.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { readOwned } from "./kept-accounts.ts";

/** What accounts ask of people: how many are nobody's, and who left with accounts that are open. */
export async function readAskedAccounts(tx: Tx, companyId: string, now: Date) {
  const { unmatched, open } = await readOwned(tx, companyId, now);
  if (open.size === 0) return { unmatched, leavers: [] };
  const { rows } = await sql<{ id: string; number: number; name: string; ends_at: string }>`SELECT r.id,
      r.number::integer AS number, r.fields ->> 'name' AS name, r.fields ->> 'endsAt' AS ends_at
    FROM app.records r WHERE r.company_id = ${companyId} AND r.id = ANY (${plainArray([...open.keys()])}::uuid[])
      AND r.register = 'people' AND r.fields ? 'endsAt' ORDER BY r.number`.execute(tx);
  const register = findRegister("people")!;
  const leavers = rows.flatMap(({ id, number, name, ends_at: ends }) => {
    const endsAt = new Date(ends);
    const own = (open.get(id) ?? []).map(({ active, seenAt }) => ({ active, seenAt: new Date(seenAt) }));
    const clock = leaverClock(endsAt, own, now);
    if (!clock || clock.state === "leaving" || clock.state === "closed") return [];
    return [{ id, number: recordNumber(register, number), name, endsAt, open: own.length }];
  });
  return { unmatched, leavers };
}
