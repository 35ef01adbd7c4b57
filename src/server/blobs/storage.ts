import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** The storage location that a company's evidence goes to, chosen when it was founded. */
export async function locationOf(tx: Tx, companyId: string): Promise<string> {
  const company = await tx
    .selectFrom("app.companies")
    .select("storage_location_id")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  return company.storage_location_id;
}

/** Every storage location with what the company has there; the one it chose first. */
export async function storageOf(tx: Tx, companyId: string) {
  const { rows } = await sql<{
    id: string;
    display_name: string;
    geography: "us" | "eu";
    region: string;
    chosen: boolean;
    items: number;
    bytes: number;
  }>`SELECT l.id, l.display_name, l.geography, l.azure_region_code AS region, l.id = c.storage_location_id AS chosen,
      coalesce(t.items, 0) AS items, coalesce(t.bytes, 0) AS bytes
    FROM app.companies c CROSS JOIN app.storage_locations l
    LEFT JOIN app.storage_totals t ON t.company_id = c.id AND t.storage_location_id = l.id
    WHERE c.id = ${companyId} ORDER BY chosen DESC, l.display_name`.execute(tx);
  return rows.map(({ display_name: displayName, region: regionCode, ...rest }) => ({
    displayName,
    regionCode,
    ...rest,
  }));
}
