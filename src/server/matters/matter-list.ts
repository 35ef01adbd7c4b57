import { sql } from "kysely";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** Matters that the caller keeps or is on the access list of, open ones first, the newest first. */
export async function listMatters(tx: Tx, companyId: string, only?: string) {
  const all = tx
    .selectFrom("app.matters as m")
    .innerJoin(functionOf("app.matter_sizes", []).as("s"), "s.matter_id", "m.id")
    .leftJoin("app.profiles as p", "p.id", "m.created_by")
    .where("m.company_id", "=", companyId)
    .select(["m.id", "m.name", "m.created_at", "m.closed_at", "s.people", "s.items", "s.last_filed_at"])
    .select(sql<"attorney-client" | "work product">`m.basis`.as("basis"))
    .select(sql<string>`concat_ws(' ', p.first_name, p.last_name)`.as("created_by"))
    .select(sql<boolean>`m.id = ANY ((SELECT ${functionOf("app.my_matters", [])})::uuid[])`.as("on_access_list"))
    .orderBy(sql`m.closed_at IS NOT NULL`)
    .orderBy("m.created_at", "desc")
    .orderBy("m.id");
  const rows = await (only === undefined ? all : all.where("m.id", "=", only)).execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    basis: row.basis,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by || "A former member",
    closedAt: row.closed_at?.toISOString() ?? null,
    onAccessList: row.on_access_list,
    people: row.people,
    items: row.items,
    lastFiledAt: row.last_filed_at?.toISOString() ?? null,
  }));
}

/** One matter that the caller keeps or is on the access list of. Refuses `not-found`. */
export async function getMatter(tx: Tx, companyId: string, matterId: string) {
  return (await listMatters(tx, companyId, matterId))[0] ?? fail("not-found");
}

/** The same for what its access list alone may see; an owner outside is answered as if there were nothing. */
export async function getOwnMatter(tx: Tx, companyId: string, matterId: string) {
  const matter = await getMatter(tx, companyId, matterId);
  return matter.onAccessList ? matter : fail("not-found");
}

/** Who is on the access list of a matter, in the order in which they were added. */
export async function readAccessList(tx: Tx, companyId: string, matterId: string, only?: string) {
  const all = tx
    .selectFrom("app.matter_access_list as q")
    .innerJoin(functionOf("app.team", []).as("t"), "t.user_id", "q.user_id")
    .leftJoin("app.profiles as p", "p.id", "q.added_by")
    .where("q.company_id", "=", companyId)
    .where("q.matter_id", "=", matterId)
    .select(["q.user_id", "t.email", "q.added_at"])
    .select(sql<string>`concat_ws(' ', t.first_name, t.last_name)`.as("name"))
    .select(sql<string>`concat_ws(' ', p.first_name, p.last_name)`.as("added_by"))
    .orderBy("q.added_at")
    .orderBy("q.user_id");
  const rows = await (only === undefined ? all : all.where("q.user_id", "=", only)).execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    addedBy: row.added_by || "A former member",
    addedAt: row.added_at.toISOString(),
  }));
}
