import type { Tx } from "../db/as-caller.ts";

/** The storage location that a company's evidence goes to, chosen when it was founded. */
export async function locationOf(tx: Tx, companyId: string): Promise<string> {
  const company = await tx
    .selectFrom("app.companies")
    .select("storage_location_id")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return company.storage_location_id;
}
