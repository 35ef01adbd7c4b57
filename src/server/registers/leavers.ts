import { sql } from "kysely";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { leaverProblems } from "#domain/registers/whole-record.ts";
import type { Tx } from "../db/as-caller.ts";
import { InvalidInput } from "../http/read-input.ts";

/** The people of a company who have left, where a register names somebody who must work here; nobody otherwise. */
export async function readLeavers(
  tx: Tx,
  companyId: string,
  register: Register,
  now: Date,
): Promise<(personId: string) => boolean> {
  if (!Object.values(register.fields).some(({ active }) => active)) return () => false;
  const { rows } = await sql<{ id: string }>`SELECT r.id FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = 'people'
      AND (r.ended_at IS NOT NULL OR r.fields ->> 'endsAt' <= ${now.toISOString()})`.execute(tx);
  const left = new Set(rows.map(({ id }) => id));
  return (personId) => left.has(personId);
}

/** Refuses who has left where somebody who works here is named anew. */
export async function checkLeavers(
  tx: Tx,
  companyId: string,
  register: Register,
  before: RecordFields,
  after: RecordFields,
  now: Date,
): Promise<void> {
  const problems = [...leaverProblems(register, before, after, await readLeavers(tx, companyId, register, now))];
  if (problems.length > 0)
    throw new InvalidInput(problems.map(([name, message]) => ({ path: ["fields", name], message })));
}
