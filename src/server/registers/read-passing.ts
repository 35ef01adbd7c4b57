import { isOfRegisters, REGISTERS } from "#domain/registers/snapshot.ts";
import type { PartOfSnapshot } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";

/** The parts that registers have passed last, as far as that still counts. */
export async function readPassing(tx: Tx, companyId: string, now: Date): Promise<readonly PartOfSnapshot[]> {
  const rows = await tx
    .selectFrom(functionOf("app.newest_results", [companyId, now, null, null, null]).as("r"))
    .select(["r.check_id as check", "r.aspect", "r.source"])
    .where("r.outcome", "=", "pass")
    .where("r.valid_until", ">", now)
    .execute();
  return rows
    .filter(({ source }) => isOfRegisters(source))
    .map(({ check, aspect, source }) => ({ check, aspect, ...(source !== REGISTERS && { source }) }));
}
