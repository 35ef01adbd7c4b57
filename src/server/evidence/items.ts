import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";

/** An item as the database holds it. */
export interface ItemRow {
  id: string;
  number: number;
  ledger_index: number;
  name: string;
  type: "Config" | "Policy" | "Document" | "Report";
  source: string;
  collector: string;
  collected_at: Date;
  valid_until: Date;
  filed_at: Date;
  filed_by: string;
  sha256: Buffer;
  size: number;
  media_type: string;
  file_name: string;
  blob_key: string;
  storage_location_id: string;
  location: string;
  /** The item whose place it took. */
  supersedes: string | null;
  /** The matter whose privilege it is under. */
  matter_id: string | null;
  /** The withdrawal that stands. */
  withdrawal_id: string | null;
  /** When its file was erased. */
  erased_at: Date | null;
  /** Ledger index of the item that took its place. */
  superseded_by: number | null;
  /** Whether any item took its place, also that of one that is filed under nothing. */
  superseded: boolean;
  controls: string[];
  /** Until when each of the controls may rely on it, in the order of `controls`. */
  controls_until: Date[];
}

/** Items as the database holds them, newest first, with the controls they are filed under. */
export async function findItems(
  tx: Tx,
  companyId: string,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT e.id, e.number, e.ledger_index, e.name, e.type, e.source, e.collector, e.collected_at, e.valid_until, e.filed_at,
      e.filed_by, e.sha256, e.size, e.media_type, e.file_name, e.blob_key, e.storage_location_id, l.display_name AS location,
      e.supersedes, e.matter_id, e.withdrawal_id, e.erased_at, k.superseded_by, k.controls, k.controls_until,
      -- As EXISTS it would be answered from a hash of all items of the company, and not by the index.
      (SELECT true FROM app.evidence s WHERE s.company_id = e.company_id AND s.supersedes = e.id LIMIT 1) IS NOT NULL AS superseded
    FROM app.evidence e JOIN app.storage_locations l ON l.id = e.storage_location_id
    -- An aggregate, so that each item has exactly one row, also one that is filed under nothing.
    CROSS JOIN LATERAL (SELECT coalesce(array_agg(c.control_id ORDER BY c.control_id), '{}') AS controls,
      coalesce(array_agg(c.valid_until ORDER BY c.control_id), '{}') AS controls_until, max(c.superseded_by) AS superseded_by
      FROM (SELECT control_id, valid_until, superseded_by FROM app.evidence_controls
          WHERE company_id = e.company_id AND evidence_id = e.id AND (set_aside_by IS NULL OR set_aside_by = e.withdrawal_id)
        UNION ALL SELECT control_id, valid_until, superseded_by FROM app.privileged_controls
          WHERE e.matter_id IS NOT NULL AND company_id = e.company_id AND evidence_id = e.id) c) k
    WHERE e.company_id = ${companyId} AND ${where} ORDER BY e.number DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

/** An item as the API gives it. */
export function presentItem(row: ItemRow) {
  return {
    id: row.id,
    exhibit: formatExhibitNumber(row.number),
    name: row.name,
    type: row.type,
    controls: row.controls,
    source: row.source,
    collector: row.collector,
    collectedAt: row.collected_at.toISOString(),
    validUntil: row.valid_until.toISOString(),
    sha256: row.sha256.toString("hex"),
    size: row.size,
    mediaType: row.media_type,
    fileName: row.file_name,
    storageLocation: row.location,
    ledgerIndex: row.ledger_index,
    matterId: row.matter_id,
    // What took its place may be withdrawn since, and seen no more.
    superseded: row.superseded || row.superseded_by !== null,
    withdrawn: row.withdrawal_id !== null,
    erased: row.erased_at !== null,
  };
}
