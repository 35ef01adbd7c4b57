import type { Tx } from "../db/as-caller.ts";

/** The name of a company, as policies have it. */
export async function companyName(tx: Tx, companyId: string): Promise<string> {
  const { name } = await tx
    .selectFrom("app.companies")
    .select("name")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return name;
}
