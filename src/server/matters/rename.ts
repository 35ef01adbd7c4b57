import type { HandlersOf } from "../endpoints/handler.ts";
import { getMatter } from "./matter-list.ts";

/** Refuses `not-found`. */
export const renameMatter: HandlersOf<"matters">["rename"] = async ({ input: { companyId, matterId, name }, tx }) => {
  const before = await getMatter(tx, companyId, matterId);
  await tx
    .updateTable("app.matters")
    .set({ name })
    .where("company_id", "=", companyId)
    .where("id", "=", matterId)
    .execute();
  const entry = { subject: matterId, details: { name, before: before.name }, matterId };
  return { answer: await getMatter(tx, companyId, matterId), entry };
};
