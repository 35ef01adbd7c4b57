import type { MemberRole } from "#domain/access.ts";
import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { holdCompany, endMembership } from "./end-membership.ts";

/** Takes the caller out. An owner hands the company on first. */
export const leaveCompany: HandlersOf<"members">["leave"] = async ({
  input: { companyId },
  caller: { userId },
  tx,
}) => {
  await holdCompany(tx);
  const { rows } = await sql<{ role: MemberRole }>`SELECT role FROM app.company_members
    WHERE company_id = ${companyId} AND user_id = ${userId}`.execute(tx);
  // Handed over to them in this moment: an owner hands the company on first.
  const role = rows[0]?.role ?? fail("not-found");
  if (role === "owner") fail("forbidden");
  return {
    answer: {},
    entry: { subject: userId, details: { role } },
    lastly: endMembership(tx, companyId, userId),
  };
};
