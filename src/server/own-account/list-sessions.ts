import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Method } from "./method.ts";

interface Deps {
  readonly databases: Pick<Databases, "auth">;
  readonly now: () => Date;
}

/** Where the account is signed in, the last used first. */
export function listSessions({ databases, now }: Deps): HandlersOf<"ownAccount">["sessions"] {
  return async ({ session }) => {
    const rows = await databases.auth
      .selectFrom("auth.sessions")
      .select(["id", "user_agent", "address", "method", "created_at", "last_used_at"])
      .where("user_id", "=", session.userId)
      .where("awaits_second_factor", "=", false)
      .where("expires_at", ">", now())
      .orderBy("last_used_at", "desc")
      .execute();
    return rows.map((row) => ({
      id: row.id,
      current: row.id === session.id,
      userAgent: row.user_agent,
      address: row.address,
      method: row.method as Method,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
    }));
  };
}
