import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { holdCompany } from "./end-membership.ts";
import { takeOver } from "./issued.ts";
import { getMember } from "./member-list.ts";

/**
 * Changes what a member may do; what they issued ends with the rights it needs, unless it is kept. Refuses `owner-role`,
 * `issued-changed` and `not-found`.
 */
export const changeRole: HandlersOf<"members">["changeRole"] = async ({
  input: { companyId, memberId, role, keep },
  tx,
}) => {
  await holdCompany(tx);
  const before = await getMember(tx, memberId);
  if (before.role === "owner") fail("owner-role");
  const kept = role === "admin" ? {} : await takeOver(tx, memberId, keep);
  const entry = { subject: before.userId, details: { role, before: before.role, ...kept } };
  const lastly = async () => {
    const { numUpdatedRows } = await tx
      .updateTable("app.company_members")
      .set({ role })
      .where("company_id", "=", companyId)
      .where("id", "=", memberId)
      .executeTakeFirst();
    // They became the owner, or left, since they were read.
    if (numUpdatedRows === 0n) fail("not-found");
  };
  return { answer: { ...before, role }, entry, lastly };
};
