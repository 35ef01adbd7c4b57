import type { MemberRole } from "#domain/access.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** The people of the company, or one of them. */
export async function listTeam(tx: Tx, only?: string) {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    role: MemberRole;
    first_name: string | null;
    last_name: string | null;
    email: string;
    invited_by: string;
    created_at: Date;
    has_second_factor: boolean | null;
  }>`SELECT * FROM app.team() t WHERE ${only ?? null}::uuid IS NULL OR t.id = ${only ?? null}::uuid`.execute(tx);
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
