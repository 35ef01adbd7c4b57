import { sql } from "kysely";
import { ABOVE } from "#domain/registers/asked-for.ts";
import { dueOf } from "#domain/registers/record-task.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { readAskingRecords } from "./read-asking-records.ts";
import { readBeside } from "./read-beside.ts";

/** Records of a register that ask for something now, as its Overview counts them. Refuses `record-sort` for what none declares. */
export async function askingIds(
  tx: Tx,
  companyId: string,
  register: Register,
  asked: string,
  now: Date,
): Promise<readonly string[]> {
  if (asked === ABOVE && register.grid) return await aboveBound(tx, companyId, register, register.grid, now);
  const task = register.tasks?.find(({ key }) => key === asked) ?? fail("record-sort");
  const found = await readAskingRecords(tx, companyId, [{ register, task }], now);
  return found.flatMap((record) => (dueOf(task, record, now) === undefined ? [] : record.id));
}

async function aboveBound(
  tx: Tx,
  companyId: string,
  register: Register,
  grid: NonNullable<Register["grid"]>,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; fields: RecordFields }>`SELECT r.id, r.fields FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.ended_at IS NULL`.execute(tx);
  const beside = await readBeside(tx, companyId, register, now);
  const most = grid.most(now.toISOString().slice(0, 10), beside);
  if (most === undefined) return [];
  return rows.flatMap(({ id, fields }) => {
    const place = grid.of(fields, beside);
    return place && place.up * place.across > most ? id : [];
  });
}
