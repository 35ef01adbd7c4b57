import { functionOf } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

/** How many people and frameworks a company has, of how many its plan allows. */
export const readUsage: HandlersOf<"companies">["usage"] = async ({ tx }) => {
  const row = await tx
    .selectFrom(["app.companies as c", functionOf("app.plan_usage", []).as("u")])
    .select("c.subscription_tier as plan")
    .selectAll("u")
    .where("c.id", "=", functionOf("app.tenant", []))
    .executeTakeFirst();
  if (!row) return fail("not-found");
  return {
    plan: row.plan,
    users: { members: row.members, invited: row.invited, limit: row.users_limit },
    frameworks: { used: row.frameworks, limit: row.frameworks_limit },
  };
};
