import { sql } from "kysely";
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
  const done = await askedByOwner(tx, sql`app.transfer_ownership(${memberId})`);
  if (!done) {
    const { rows } = await sql`SELECT FROM app.team() WHERE id = ${memberId} AND role <> 'owner'`.execute(tx);
    fail(rows.length > 0 ? "owner-unfit" : "not-found");
  }
  const { owner_id: ownerId } = await tx
    .selectFrom("app.companies")
    .select("owner_id")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  const entry = { subject: ownerId, details: { before: caller.userId } };
  return { answer: await getCompany(tx, companyId), entry };
};
