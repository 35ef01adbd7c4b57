import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** The company's auditors, those whose time is over among them, the first one first; only for whom may invite them. */
export async function listAuditors(tx: Tx, companyId: string, now: Date, only?: string) {
  const names = await projectNames(tx, companyId);
  const all = tx.selectFrom(functionOf("app.company_auditors", []).as("a")).selectAll();
  const rows = await (only === undefined ? all : all.where("id", "=", only)).execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: `${row.first_name ?? ""} ${row.last_name ?? ""}`.trim() || row.email,
    email: row.email,
    invitedBy: row.invited_by || "A former member",
    since: row.created_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    live: row.ended_at === null && row.ends_at > now,
    projects: row.projects
      .map((id) => ({ id, name: names.get(id) ?? "" }))
      .sort((a, b) => a.name.localeCompare(b.name, "en")),
    views: row.views,
    lastViewAt: row.last_view_at?.toISOString() ?? null,
  }));
}

/** One of them. Refuses `not-found`. */
export async function getAuditor(tx: Tx, companyId: string, now: Date, auditorId: string) {
  return (await listAuditors(tx, companyId, now, auditorId))[0] ?? fail("not-found");
}

/** Names of the company's projects by id, as far as the caller sees them. */
export async function projectNames(tx: Tx, companyId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom("app.projects").select(["id", "name"]).where("company_id", "=", companyId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
