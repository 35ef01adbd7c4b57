import { sql } from "kysely";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** The companies of whoever asks, the oldest first, or one of them. */
export async function listCompanies(tx: Tx, only?: string) {
  const all = tx
    .selectFrom(functionOf("app.my_memberships", []).as("m"))
    .innerJoin("app.companies as c", "c.id", "m.company_id")
    .innerJoin("app.storage_locations as l", "l.id", "c.storage_location_id")
    .select(["c.id", "c.name", "c.slug", "m.role", "c.subscription_tier as tier", "c.subscription_status as status"])
    .select(["c.created_at", "c.second_factor_required", "c.deletion_due_at"])
    .select(sql<string | null>`to_char(c.next_invoice_on, 'YYYY-MM-DD')`.as("next_invoice_on"))
    .select(["l.id as location_id", "l.display_name", "l.geography"])
    .orderBy("c.created_at")
    .orderBy("c.id");
  const rows = await (only === undefined ? all : all.where("c.id", "=", only)).execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    role: row.role,
    subscriptionTier: row.tier,
    subscriptionStatus: row.status,
    secondFactorRequired: row.second_factor_required,
    deletionDueAt: row.deletion_due_at?.toISOString() ?? null,
    nextInvoiceOn: row.next_invoice_on,
    storageLocation: { id: row.location_id, displayName: row.display_name, geography: row.geography },
    createdAt: row.created_at.toISOString(),
  }));
}

/** Refuses `not-found`. */
export async function getCompany(tx: Tx, companyId: string) {
  return (await listCompanies(tx, companyId))[0] ?? fail("not-found");
}
