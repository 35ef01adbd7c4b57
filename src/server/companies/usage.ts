import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

/** How many people and frameworks a company has, of how many its plan allows. */
export const readUsage: HandlersOf<"companies">["usage"] = async ({ tx }) => {
  const { rows } = await sql<{
    plan: string;
    users_limit: number | null;
    members: string;
    invited: string;
    frameworks_limit: number | null;
    frameworks: string;
  }>`SELECT c.subscription_tier AS plan, u.* FROM app.companies c, app.plan_usage() u
    WHERE c.id = app.tenant()`.execute(tx);
  const row = rows[0] ?? fail("not-found");
  return {
    plan: row.plan,
    users: { members: Number(row.members), invited: Number(row.invited), limit: row.users_limit },
    frameworks: { used: Number(row.frameworks), limit: row.frameworks_limit },
  };
};
