import { callFunction, functionOf } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { askedByOwner } from "./asked-by-owner.ts";
import { getCompany } from "./company-list.ts";

/**
 * Hands the company to another member. Refuses `owner-unfit`, `not-found`, and `forbidden` for whoever is not the owner any
 * more.
 */
export const transferOwnership: HandlersOf<"companies">["transfer"] = async ({
  input: { companyId, memberId },
  caller,
  tx,
}) => {
  const done = await askedByOwner(tx, (on) => callFunction(on, "app.transfer_ownership", [memberId]));
  if (!done) {
    const others = tx
      .selectFrom(functionOf("app.team", []).as("t"))
      .where("id", "=", memberId)
      .where("role", "<>", "owner");
    fail((await others.select("id").executeTakeFirst()) ? "owner-unfit" : "not-found");
  }
  const { owner_id: ownerId } = await tx
    .selectFrom("app.companies")
    .select("owner_id")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  const entry = { subject: ownerId, details: { before: caller.userId } };
  return { answer: await getCompany(tx, companyId), entry };
};
