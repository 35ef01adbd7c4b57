import type { Tx } from "../db/as-caller.ts";
import { fail, sqlState } from "../app-error.ts";

/** Adds somebody of the company to the access list of a matter. Refuses `on-access-list-already` and `not-found`. */
export async function letIn(
  tx: Tx,
  {
    companyId,
    matterId,
    userId,
    by,
    at,
  }: { companyId: string; matterId: string; userId: string; by: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("app.matter_access_list")
    .values({ company_id: companyId, matter_id: matterId, user_id: userId, added_by: by, added_at: at })
    .execute()
    .catch((error: unknown) => {
      if (sqlState(error) === "23505") return fail("on-access-list-already", error);
      // Nobody of the company has this id.
      if (sqlState(error) === "23503") return fail("not-found", error);
      return Promise.reject(error);
    });
}
