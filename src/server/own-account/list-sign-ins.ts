import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Method } from "./method.ts";

interface Deps {
  readonly databases: Pick<Databases, "auth">;
}

const LISTED = 50;

/** Who signed in to the account and who was refused, the newest first. */
export function listSignIns({ databases }: Deps): HandlersOf<"ownAccount">["signIns"] {
  return async ({ session }) => {
    const listed = (outcome: "signed-in" | "refused") =>
      databases.auth
        .selectFrom("auth.sign_ins")
        .select(["at", "method", "outcome", "new_device", "address", "user_agent"])
        .where("user_id", "=", session.userId)
        .where("outcome", "=", outcome)
        .orderBy("at", "desc")
        .limit(LISTED)
        .execute();
    // Each for itself: a flood of refused tries must not push out who really came in.
    const rows = [...(await listed("signed-in")), ...(await listed("refused"))];
    return rows
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .map((row) => ({
        at: row.at.toISOString(),
        method: row.method as Method,
        outcome: row.outcome as "signed-in" | "refused",
        newDevice: row.new_device,
        address: row.address,
        userAgent: row.user_agent,
      }));
  };
}
