import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { slugOf } from "#domain/slug.ts";
import type { CompanyRole } from "#domain/access.ts";
import { actAs } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { newCompanyKey } from "../evidence/company-keys.ts";
import { refuse, sqlState, violatedConstraint } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";
import { overviewOf } from "../evidence/overview.ts";

async function listCompanies(tx: Tx, only?: string) {
  const { rows } = await sql<{
    id: string;
    name: string;
    slug: string;
    role: CompanyRole;
    second_factor_required: boolean;
    tier: string;
    status: string;
    next_invoice_on: string | null;
    created_at: Date;
    location_id: string;
    display_name: string;
    geography: string;
  }>`SELECT c.id, c.name, c.slug, m.role, c.subscription_tier AS tier, c.subscription_status AS status, c.created_at,
      to_char(c.next_invoice_on, 'YYYY-MM-DD') AS next_invoice_on, c.second_factor_required,
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
    nextInvoiceOn: row.next_invoice_on,
    storageLocation: { id: row.location_id, displayName: row.display_name, geography: row.geography },
    createdAt: row.created_at.toISOString(),
  }));
}

export function companyHandlers(services: Services): HandlersOf<"companies"> {
  return {
    list: ({ tx }) => listCompanies(tx),
    get: async ({ input, tx }) => (await listCompanies(tx, input.companyId))[0] ?? refuse("not-found"),
    requireSecondFactor: async ({ input: { companyId, required }, caller, tx }) => {
      // Refused by the database too: an admin must not lock themselves out.
      if (required && !caller.secondFactor) refuse("second-factor-needed-first");
      await tx
        .updateTable("app.companies")
        .set({ second_factor_required: required })
        .where("id", "=", companyId)
        .execute();
      const answer = (await listCompanies(tx, companyId))[0] ?? refuse("not-found");
      return { answer, entry: { subject: companyId, details: { secondFactorRequired: required } } };
    },
    overview: ({ input, tx }) => overviewOf(tx, input.companyId, services.now()),
    storageLocations: async ({ tx }) => {
      const rows = await tx
        .selectFrom("app.storage_locations")
        .select(["id", "display_name", "geography", "is_default"])
        .orderBy("is_default", "desc")
        .orderBy("display_name")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        geography: row.geography,
        isDefault: row.is_default,
      }));
    },
    create: async ({ input, caller, tx }) => {
      const id = randomUUID();
      try {
        await sql`SELECT app.create_company(${id}, ${input.name}, ${slugOf(input.name)}, ${input.storageLocationId ?? null},
          ${newCompanyKey(services.keys, id)})`.execute(tx);
      } catch (error) {
        if (sqlState(error) === "23505" && violatedConstraint(error) === "companies_slug_key")
          refuse("company-exists", error);
        if (sqlState(error) === "23503") refuse("not-found", error);
        throw error;
      }
      await actAs(tx, { userId: caller.userId, companyId: id });
      const company = (await listCompanies(tx, id))[0] ?? refuse("company-not-readable");
      const entry = {
        companyId: id,
        subject: id,
        details: { name: company.name, storageLocation: company.storageLocation.displayName },
      };
      return { answer: company, entry };
    },
  };
}
