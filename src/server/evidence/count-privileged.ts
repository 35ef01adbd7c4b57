import type { Tx } from "../db/as-caller.ts";

/** How many privileged items the caller may read that are not withdrawn: of the matters on whose access lists they are. */
export async function countPrivileged(tx: Tx, companyId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("app.evidence")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", companyId)
    .where("matter_id", "is not", null)
    .where("withdrawal_id", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
