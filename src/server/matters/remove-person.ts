import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { readAccessList } from "./matter-list.ts";

/** Removes a member from the access list of a matter. Refuses `not-found`. */
export const removePerson: HandlersOf<"matters">["removePerson"] = async ({
  input: { companyId, matterId, userId },
  tx,
}) => {
  const [person] = await readAccessList(tx, companyId, matterId, userId);
  if (!person) return fail("not-found");
  await tx
    .deleteFrom("app.matter_access_list")
    .where("company_id", "=", companyId)
    .where("matter_id", "=", matterId)
    .where("user_id", "=", userId)
    .execute();
  return { answer: {}, entry: { subject: userId, details: { name: person.name }, matterId } };
};
