import { sql } from "kysely";
import type { MemberRole } from "#domain/access.ts";
import { issuedKind } from "#domain/issued.ts";
import type { IssuedKindKey } from "#domain/issued.ts";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

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

interface IssuedRow {
  readonly kind: IssuedKindKey;
  readonly id: string;
  readonly label: string;
}

/** As the ledger names what was issued. */
const named = ({ kind, label }: IssuedRow) => `${kind} ${label}`;

/** Makes the caller the issuer of what shall go on. Refuses `issued-changed` where that is not all there any more. */
async function takeOver(tx: Tx, memberId: string, ids: readonly string[]): Promise<{ kept?: readonly string[] }> {
  if (ids.length === 0) return {};
  const { rows } = await sql<IssuedRow>`SELECT * FROM app.take_over_issued(${memberId}, ${[...ids]})`.execute(tx);
  if (rows.length !== new Set(ids).size) refuse("issued-changed");
  return { kept: rows.map(named) };
}

/** Whoever changes the people of a company holds it first; see docs/decisions/0036-what-a-person-issued-ends-with-their-rights.md. */
const holdCompany = (tx: Tx) => sql`SELECT app.hold_company()`.execute(tx);

export function memberHandlers(): HandlersOf<"members"> {
  return {
    list: ({ tx }) => listTeam(tx),
    issued: async ({ input: { memberId }, tx }) => {
      await getMember(tx, memberId);
      const { rows } = await sql<IssuedRow & { since: Date }>`SELECT * FROM app.issued_by_member(${memberId})`.execute(
        tx,
      );
      return rows.map(({ since, ...row }) => ({
        ...row,
        since: since.toISOString(),
        keepable: issuedKind(row.kind).keep !== null,
      }));
    },
    changeRole: async ({ input: { companyId, memberId, role, keep }, tx }) => {
      await holdCompany(tx);
      const before = await getMember(tx, memberId);
      if (before.role === "owner") refuse("owner-role");
      const kept = role === "admin" ? {} : await takeOver(tx, memberId, keep);
      const entry = { subject: before.userId, details: { role, before: before.role, ...kept } };
      const lastly = async () => {
        const { numUpdatedRows } = await tx
          .updateTable("app.company_members")
          .set({ role })
          .where("company_id", "=", companyId)
          .where("id", "=", memberId)
          .executeTakeFirst();
        // They became the owner, or left, since they were read.
        if (numUpdatedRows === 0n) refuse("not-found");
      };
      return { answer: { ...before, role }, entry, lastly };
    },
    remove: async ({ input: { companyId, memberId, keep }, tx }) => {
      await holdCompany(tx);
      const { userId, role } = await getMember(tx, memberId);
      if (role === "owner") refuse("owner-kept");
      const entry = { subject: userId, details: { role, ...(await takeOver(tx, memberId, keep)) } };
      return { answer: {}, entry, lastly: endMembership(tx, companyId, userId) };
    },
    leave: async ({ input: { companyId }, caller: { userId }, tx }) => {
      await holdCompany(tx);
      const { rows } = await sql<{ role: MemberRole }>`SELECT role FROM app.company_members
        WHERE company_id = ${companyId} AND user_id = ${userId}`.execute(tx);
      // Handed over to them in this moment: an owner hands the company on first.
      const role = rows[0]?.role ?? refuse("not-found");
      if (role === "owner") refuse("forbidden");
      return {
        answer: {},
        entry: { subject: userId, details: { role } },
        lastly: endMembership(tx, companyId, userId),
      };
    },
  };
}
