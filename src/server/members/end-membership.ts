import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/**
 * Whoever changes the people of a company holds it first: see
 * docs/decisions/0036-what-a-person-issued-ends-with-their-rights.md.
 */
export const holdCompany = (tx: Tx) => callFunction(tx, "app.hold_company", []);

/** The last step of leaving and removing. Whoever is gone already was removed by somebody else in the meantime. */
export function endMembership(tx: Tx, companyId: string, userId: string) {
  return async () => {
    const { numDeletedRows } = await tx
      .deleteFrom("app.company_members")
      .where("company_id", "=", companyId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) fail("not-found");
  };
}
