import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

interface MatterRow {
  id: string;
  name: string;
  basis: "attorney-client" | "work product";
  created_at: Date;
  created_by: string | null;
  closed_at: Date | null;
  in_circle: boolean;
  people: number;
  items: number | null;
  last_filed_at: Date | null;
}

/** Matters that the caller keeps or is in the circle of, open ones first, the newest first. */
export async function listMatters(tx: Tx, companyId: string, only?: string) {
  const { rows } = await sql<MatterRow>`
    SELECT m.id, m.name, m.basis, m.created_at, m.closed_at, concat_ws(' ', p.first_name, p.last_name) AS created_by,
      m.id = ANY ((SELECT app.my_matters())::uuid[]) AS in_circle, s.people, s.items, s.last_filed_at
    FROM app.matters m JOIN app.matter_sizes() s ON s.matter_id = m.id LEFT JOIN app.profiles p ON p.id = m.created_by
    WHERE m.company_id = ${companyId} AND (${only ?? null}::uuid IS NULL OR m.id = ${only ?? null}::uuid)
    ORDER BY m.closed_at IS NOT NULL, m.created_at DESC, m.id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    basis: row.basis,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by || "A former member",
    closedAt: row.closed_at?.toISOString() ?? null,
    inCircle: row.in_circle,
    people: row.people,
    items: row.items,
    lastFiledAt: row.last_filed_at?.toISOString() ?? null,
  }));
}

/** One matter that the caller keeps or is in the circle of. Refuses `not-found`. */
export async function getMatter(tx: Tx, companyId: string, matterId: string) {
  return (await listMatters(tx, companyId, matterId))[0] ?? fail("not-found");
}

/** The same for what its circle alone may see; an owner outside is answered as if there were nothing. */
export async function getOwnMatter(tx: Tx, companyId: string, matterId: string) {
  const matter = await getMatter(tx, companyId, matterId);
  return matter.inCircle ? matter : fail("not-found");
}

/** Who is in the circle of a matter, in the order in which they were let in. */
export async function listCircle(tx: Tx, companyId: string, matterId: string, only?: string) {
  const { rows } = await sql<{ user_id: string; name: string; email: string; added_by: string | null; added_at: Date }>`
    SELECT q.user_id, concat_ws(' ', t.first_name, t.last_name) AS name, t.email, q.added_at,
      concat_ws(' ', p.first_name, p.last_name) AS added_by
    FROM app.matter_circle q JOIN app.team() t ON t.user_id = q.user_id LEFT JOIN app.profiles p ON p.id = q.added_by
    WHERE q.company_id = ${companyId} AND q.matter_id = ${matterId} AND (${only ?? null}::uuid IS NULL OR q.user_id = ${only ?? null}::uuid)
    ORDER BY q.added_at, q.user_id`.execute(tx);
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    addedBy: row.added_by || "A former member",
    addedAt: row.added_at.toISOString(),
  }));
}
