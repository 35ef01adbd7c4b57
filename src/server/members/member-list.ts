import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** The people of the company, or one of them. */
export async function listTeam(tx: Tx, only?: string) {
  const all = tx.selectFrom(functionOf("app.team", []).as("t")).selectAll();
  const rows = await (only === undefined ? all : all.where("id", "=", only)).execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    firstName: row.first_name ?? "",
    lastName: row.last_name ?? "",
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    joinedAt: row.created_at.toISOString(),
    hasSecondFactor: row.has_second_factor,
  }));
}

/** Refuses `not-found`. */
export async function getMember(tx: Tx, memberId: string) {
  return (await listTeam(tx, memberId))[0] ?? fail("not-found");
}
