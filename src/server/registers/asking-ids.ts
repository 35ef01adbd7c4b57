import { ABOVE } from "#domain/registers/asked-for.ts";
import { dueOf } from "#domain/registers/record-task.ts";
import type { Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { readAskingRecords } from "./read-asking-records.ts";
import { readPlaces } from "./read-grid.ts";

/** Records of a register that ask for something now, as its Overview counts them. Refuses `record-sort` for what none declares. */
export async function askingIds(
  tx: Tx,
  companyId: string,
  register: Register,
  asked: string,
  now: Date,
): Promise<readonly string[]> {
  if (asked === ABOVE && register.grid) {
    const { placed, most } = await readPlaces(tx, companyId, register, register.grid, now);
    if (most === undefined) return [];
    return placed.flatMap(({ id, place }) => (place && place.up * place.across > most ? id : []));
  }
  const task = register.tasks?.find(({ key }) => key === asked) ?? fail("record-sort");
  const found = await readAskingRecords(tx, companyId, [{ register, task }], now);
  return found.flatMap((record) => (dueOf(task, record, now) === undefined ? [] : record.id));
}
