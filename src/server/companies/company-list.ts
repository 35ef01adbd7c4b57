import type { CompanyRole } from "#domain/access.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** The companies of whoever asks, the oldest first, or one of them. */
export async function listCompanies(tx: Tx, only?: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    slug: string;
    role: CompanyRole;
    second_factor_required: boolean;
    tier: string;
    status: string;
    next_invoice_on: string | null;
    deletion_due_at: Date | null;
    created_at: Date;
    location_id: string;
    display_name: string;
    geography: string;
  }>`SELECT c.id, c.name, c.slug, m.role, c.subscription_tier AS tier, c.subscription_status AS status, c.created_at,
      to_char(c.next_invoice_on, 'YYYY-MM-DD') AS next_invoice_on, c.second_factor_required, c.deletion_due_at,
      l.id AS location_id, l.display_name, l.geography
    FROM app.my_memberships() m JOIN app.companies c ON c.id = m.company_id
    JOIN app.storage_locations l ON l.id = c.storage_location_id
    WHERE ${only ?? null}::uuid IS NULL OR c.id = ${only ?? null}::uuid ORDER BY c.created_at, c.id`.execute(tx);
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
