import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { holdCompany, endMembership } from "./end-membership.ts";
import { takeOver } from "./issued.ts";
import { getMember } from "./member-list.ts";

/** Takes a member out; what they issued ends, unless it is kept. Refuses `owner-kept`, `issued-changed` and `not-found`. */
export const removeMember: HandlersOf<"members">["remove"] = async ({ input: { companyId, memberId, keep }, tx }) => {
  await holdCompany(tx);
  const { userId, role } = await getMember(tx, memberId);
  if (role === "owner") fail("owner-kept");
  const entry = { subject: userId, details: { role, ...(await takeOver(tx, memberId, keep)) } };
  return { answer: {}, entry, lastly: endMembership(tx, companyId, userId) };
};
