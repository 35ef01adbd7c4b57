import { sql } from "kysely";
import type { MemberRole } from "#domain/access.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "./handlers.ts";

async function listTeam(tx: Tx, only?: string) {
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

async function getMember(tx: Tx, memberId: string) {
  return (await listTeam(tx, memberId))[0] ?? refuse("not-found");
}

/** The last step of leaving and removing. Whoever is gone already was removed by somebody else in the meantime. */
function endMembership(tx: Tx, companyId: string, userId: string) {
  return async () => {
    const { numDeletedRows } = await tx
      .deleteFrom("app.company_members")
      .where("company_id", "=", companyId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) refuse("not-found");
  };
}

export function memberHandlers(): HandlersOf<"members"> {
  return {
    list: ({ tx }) => listTeam(tx),
    changeRole: async ({ input: { companyId, memberId, role }, tx }) => {
      const before = await getMember(tx, memberId);
      if (before.role === "owner") refuse("owner-role");
      const { numUpdatedRows } = await tx
        .updateTable("app.company_members")
        .set({ role })
        .where("company_id", "=", companyId)
        .where("id", "=", memberId)
        .executeTakeFirst();
      // They became the owner, or left, since they were read.
      if (numUpdatedRows === 0n) refuse("not-found");
      const entry = { subject: before.userId, details: { role, before: before.role } };
      return { answer: { ...before, role }, entry };
    },
    remove: async ({ input: { companyId, memberId }, tx }) => {
      const { userId, role } = await getMember(tx, memberId);
      if (role === "owner") refuse("owner-kept");
      const entry = { subject: userId, details: { role } };
      return { answer: {}, entry, lastly: endMembership(tx, companyId, userId) };
    },
    leave: async ({ input: { companyId }, caller: { userId, role }, tx }) => ({
      answer: {},
      entry: { subject: userId, details: { role } },
      lastly: endMembership(tx, companyId, userId),
    }),
  };
}
